/**
 * The map of personal data (D16): each column that can hold something about a person, and what happens to it. It drives the
 * fields that a log line drops; tests compare it with pg_catalog, with the export and with a database after an erasure.
 *
 * A column of a number, an instant, a boolean or a uuid needs no entry: it cannot hold text. Every other column has an entry in
 * `personalData`, or is named in `other` or in tables-without-persons.ts because it holds no person's data.
 */

import type { PersonalKind } from './personal-value.ts'

/**
 * The effect of an erasure on a column.
 *
 * - cleared: it is set to null or to its default.
 * - replaced: it gets random bytes.
 * - deleted: its row is deleted.
 * - kept: it stays, for the reason stated.
 */
type Erasure = 'cleared' | 'replaced' | 'deleted' | { kept: string }

type PersonalField = {
  kind: PersonalKind
  erasure: Erasure
  /** Why GET /customer/data leaves the column out; null: the person gets it. */
  withheld: string | null
}

type PersonalTable = {
  fields: Record<string, PersonalField>
  /** Columns of text, bytes, JSON, days or lists without personal data. */
  other: readonly string[]
}

const clearedField = (kind: PersonalKind) => field(kind, 'cleared')
const deletedField = (kind: PersonalKind) => field(kind, 'deleted')
const keptField = (kind: PersonalKind, reason: string) => field(kind, { kept: reason })
/** Data of a person who works for the company. A customer's erasure and export leave it alone. */
const staffField = (kind: PersonalKind) => field(kind, { kept: ofStaff }, ofStaff)

function field(kind: PersonalKind, erasure: Erasure, withheld: string | null = null) {
  return { kind, erasure, withheld }
}

const proof =
  'proves that a consent was given or withdrawn; names nobody once the customer is erased'
const ledger =
  'part of the ledger and of its record chain; names nobody once the customer is erased'
const hash = 'a hash, of use to nobody but the server'
const random = 'a random name of a session, of use to nobody but the server'
const device = 'where pushes to a device are sent; who knows it could send there'
const repeatsNotice = 'names how a notification was sent; the export has the notification'
/** The rows of the acts of staff on a customer are deleted with the customer (api/audit/stored/customer-acts.sql). */
const actors = 'names who acted; the rows of acts on an erased customer are deleted'
const ofStaff = 'about a person who works in the company’s console, not about a customer'
const derived = 'follows from the points records, which the export has'
/** Lines that are cut in two by the end of a part; at most 64 KiB. */
const ofFile = 'the unread end of a file: deleted with its last part, or after 7 days'
const ofLine = 'of a refused line; names nobody, and is deleted 30 days after the import'
const leaves = 'leaves the table by itself within minutes'

export const personalData: Record<string, PersonalTable> = {
  customer: {
    fields: {
      name: clearedField('name'),
      email: clearedField('email'),
      phone: clearedField('phone'),
      document: clearedField('document'),
      birthdate: clearedField('birthdate'),
      sex: clearedField('fact'),
      login_type: keptField(
        'fact',
        'one of six words; tells a pre-registered record from a registered one',
      ),
      password_hash: field('secret', 'cleared', hash),
      email_verified_at: clearedField('fact'),
      phone_verified_at: clearedField('fact'),
      address_street: clearedField('address'),
      address_district: clearedField('address'),
      address_city: clearedField('address'),
      address_state: clearedField('address'),
      address_postal_code: clearedField('address'),
      address_complement: clearedField('address'),
      address_number: clearedField('address'),
      address_country: keptField('address', 'BR for everybody'),
      opt_in: clearedField('fact'),
      opt_in_marketing: clearedField('fact'),
    },
    other: [],
  },
  customer_activity: { fields: { last_seen_on: deletedField('fact') }, other: [] },
  customer_block: {
    fields: {
      reason: field('fact', 'deleted', 'told among the acts of the staff'),
    },
    other: [],
  },
  /** A reason of the company's list. */
  adjustment_request: { fields: {}, other: ['reason', 'state'] },
  erasure_announcement: { fields: {}, other: [] },
  former_document: {
    fields: {
      document_key: field(
        'secret',
        { kept: 'a keyed hash of the document: what is for newcomers is not given twice' },
        hash,
      ),
    },
    other: [],
  },
  account: {
    fields: { issuer: deletedField('reference'), subject: deletedField('reference') },
    other: [],
  },
  provider_sign_in: {
    fields: {
      issuer: deletedField('reference'),
      subject: deletedField('reference'),
      user_agent: deletedField('device'),
      last_used_on: deletedField('fact'),
      session_ref: field('reference', 'deleted', random),
    },
    other: [],
  },
  session: {
    fields: {
      token_hash: field('secret', 'deleted', hash),
      user_agent: deletedField('device'),
      last_used_on: deletedField('fact'),
      session_ref: field('reference', 'deleted', random),
    },
    other: [],
  },
  mailed_token: {
    fields: { token_hash: field('secret', 'deleted', hash), email: deletedField('email') },
    other: ['purpose'],
  },
  integration_token: {
    fields: { token_hash: field('secret', 'deleted', hash) },
    other: [],
  },
  attempt: {
    fields: {
      subject_hash: field(
        'secret',
        { kept: 'counts guesses for a rate limit; forgotten a day after the last one' },
        hash,
      ),
    },
    other: ['action'],
  },
  consent: {
    fields: {
      kind: keptField('fact', proof),
      text_version: keptField('fact', proof),
      user_agent: clearedField('device'),
    },
    other: [],
  },
  points_record: {
    fields: {
      external_id: keptField('reference', ledger),
      fingerprint: field(
        'secret',
        { kept: 'keyed with the server’s secret, and part of the record chain' },
        hash,
      ),
      subsidiary_name: keptField('fact', ledger),
      calculation: keptField('body', ledger),
      available_on: keptField('fact', ledger),
      expires_on: keptField('fact', ledger),
    },
    other: ['type_id', 'origin', 'hash'],
  },
  report_buyer: {
    fields: {
      shop: field('fact', { kept: ledger }, derived),
      last_day: field('fact', { kept: ledger }, derived),
    },
    other: ['scope'],
  },
  intention: {
    fields: {
      external_id: keptField('reference', ledger),
      fingerprint: field('secret', 'replaced', hash),
      subsidiary_name: keptField('fact', ledger),
      subsidiary_key: field('fact', { kept: ledger }, 'another spelling of subsidiary_name'),
      session_ref: field(
        'reference',
        {
          kept: 'keeps a member code from opening a second hold; the session that it names is deleted',
        },
        random,
      ),
    },
    other: ['status'],
  },
  unlisted_subsidiary: {
    fields: {
      name: keptField('fact', 'names a shop that the company’s list lacks; the ledger has it too'),
    },
    other: ['kind'],
  },
  voucher: {
    fields: {
      code_key: field(
        'secret',
        { kept: 'tells that the code was issued; no other voucher may have it' },
        hash,
      ),
      sealed_code: keptField(
        'secret',
        'sealed with the server’s secret; tells that the code was issued',
      ),
      expires_on: keptField('fact', ledger),
      withdrawn_at_subsidiary: keptField('fact', ledger),
    },
    other: [],
  },
  customer_level: {
    fields: { level_name: deletedField('fact') },
    other: ['levels_system', 'cycle_ends_on', 'changes_on'],
  },
  level_change: {
    fields: { from_name: deletedField('fact'), to_name: deletedField('fact') },
    other: ['reason'],
  },
  notification: {
    fields: {
      type: deletedField('fact'),
      data: deletedField('body'),
      once: field('reference', 'deleted', 'a key by which the server says a notice once'),
    },
    other: [],
  },
  notice_preference: {
    fields: { kind: deletedField('fact'), channel: deletedField('fact') },
    other: [],
  },
  notice_message: {
    fields: {
      kind: field('fact', 'deleted', repeatsNotice),
      channel: field('fact', 'deleted', repeatsNotice),
      day: field('fact', 'deleted', repeatsNotice),
    },
    other: [],
  },
  push_subscription: {
    fields: {
      session_ref: field('reference', 'deleted', random),
      endpoint: field('secret', 'deleted', device),
      p256dh: field('secret', 'deleted', device),
      auth: field('secret', 'deleted', device),
    },
    other: [],
  },
  operator_action: {
    fields: {
      operator: field(
        'name',
        { kept: 'names who acted, not the customer: evidence of what was done' },
        'names a person of the company',
      ),
    },
    other: ['action', 'detail'],
  },
  audit_personal: {
    fields: {
      salt: field('secret', { kept: actors }, hash),
      content: field('body', { kept: actors }, 'names persons of the company'),
      words: field('body', { kept: actors }, 'names persons of the company'),
    },
    other: [],
  },
  staff: {
    fields: {
      email: staffField('email'),
      name: staffField('name'),
      password_hash: staffField('secret'),
      totp_sealed: staffField('secret'),
    },
    other: ['role', 'shops'],
  },
  staff_passkey: {
    fields: {
      name: staffField('device'),
      credential_id: staffField('reference'),
      public_key: staffField('reference'),
    },
    other: ['transports'],
  },
  staff_recovery_code: { fields: { code_hash: staffField('secret') }, other: [] },
  staff_session: {
    fields: {
      token_hash: staffField('secret'),
      user_agent: staffField('device'),
      challenge: staffField('secret'),
    },
    other: [],
  },
  staff_link: { fields: { token_hash: staffField('secret') }, other: ['purpose'] },
  idempotency: {
    fields: {
      key: field('reference', 'deleted', 'a random key of one call'),
      fingerprint: field('secret', 'deleted', hash),
      details: field('body', 'deleted', 'repeats an answer that the person had'),
      result: field('body', 'deleted', 'repeats an answer that the person had'),
    },
    other: ['principal_kind', 'error'],
  },
  webhook_event: {
    fields: {
      data: field(
        'body',
        { kept: 'ids and figures for the company’s servers; deleted by the purge' },
        'repeats figures of the ledger under ids',
      ),
    },
    other: ['type'],
  },
  import: {
    fields: {
      rest: field('body', { kept: ofFile }, 'the end of a file that is being sent'),
    },
    other: [
      'name',
      'file_hash',
      'state',
      'encoding',
      'delimiter',
      'columns',
      'failure',
      'failure_column',
    ],
  },
  import_line: {
    fields: {
      document: clearedField('document'),
      email: clearedField('email'),
      phone: clearedField('phone'),
      person: clearedField('body'),
      expires_on: keptField('fact', ofLine),
      external_id: keptField('reference', ofLine),
    },
    other: ['refusal', 'field'],
  },
  'pgboss.job': {
    fields: {
      data: field('body', 'deleted', leaves),
      output: field('body', 'deleted', leaves),
      source_output: field('body', 'deleted', leaves),
    },
    other: [
      'name',
      'state',
      'singleton_key',
      'singleton_on',
      'group_id',
      'group_tier',
      'dead_letter',
      'policy',
      'source_name',
    ],
  },
}

/** Kinds whose field names also have another meaning in a log line: an error has a name, a job has a type. */
const usedInLogs = new Set<PersonalKind>(['name', 'fact', 'body', 'reference'])

/** The fields that the log removes from every line. */
export const redactedFields: readonly string[] = [
  ...new Set(
    Object.values(personalData).flatMap(({ fields }) =>
      Object.entries(fields)
        .filter(([, { kind }]) => !usedInLogs.has(kind))
        .map(([name]) => name),
    ),
  ),
].toSorted()
