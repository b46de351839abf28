/** The audit log's entries about the company document (D15). */

import { type Actor, noteAct } from '#api/audit/note.ts'
import type { CompanyFile } from '#contract/company-file.ts'
import { changesOf } from '#contract/programme/change.ts'
import type { Change } from '#contract/programme/draft.ts'
import { actSentence } from '#contract/programme/text.ts'
import type { Database } from '#database/sql.ts'

import { withDefaults } from './version.ts'

/**
 * The state after a change of the document in its audit entry: the sentences of the changes, which name no person. The path of a
 * webhook holds its whole URL and so perhaps a secret, and an entry cannot be deleted. Its sentence names the host.
 */
export function afterOf(changes: Change[], more: object = {}) {
  return {
    ...more,
    changes: changes.map(({ path, sentence }) => ({
      path: isOfWebhook(path) ? 'webhooks' : path,
      sentence,
    })),
  }
}

export function isOfWebhook(path: string): boolean {
  return /^webhooks(?![\w-])/.test(path)
}

type Application = {
  company_id: string
  /** Undefined: the folder was applied for the first time. */
  before: CompanyFile | undefined
  /** The version that the application replaces; 0: none. */
  replaced: number
  file: CompanyFile
  version: number
}

/** Notes that a command has applied a folder. The version is the earlier one where only codes or credentials have changed. */
export async function noteApplication(
  connection: Database,
  actor: Actor,
  { company_id, before, replaced, file, version }: Application,
  now: Date,
): Promise<void> {
  const changes = before ? changesOf(withDefaults(before), withDefaults(file)) : []
  const act = {
    action: 'programme.applied',
    subject: String(version),
    sentence: actSentence.applied(actor.name, version, changes),
    before: before ? { version: replaced } : null,
    after: afterOf(changes, { version }),
  } as const
  await noteAct(connection, company_id, actor, act, now)
}
