/**
 * The company document in the console (D15): what is published, a person's draft of it, the requests to publish a draft, and the
 * versions. The document is what company.yaml holds (company-file.ts).
 */

import * as z from 'zod/mini'

import { maxPicture_bytes } from '#contract/brand/picture.ts'
import { maxLine, text } from '#contract/value/text.ts'
import { Uuid } from '#contract/value/uuid.ts'

/** Whether jsonb can hold the text: PostgreSQL stores neither U+0000 nor half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/** A JSON Pointer (RFC 6901), as '/prizes/0/value'. */
const Pointer = z
  .string()
  .check(
    z.maxLength(600),
    z.regex(/^(\/[^/]*)+$/, { error: 'Use um JSON Pointer' }),
    z.refine(isStorable, { error: 'Use um JSON Pointer' }),
  )

/** One operation of a JSON Patch (RFC 6902). */
const PatchOperation = z.discriminatedUnion('op', [
  z.strictObject({ op: z.literal('add'), path: Pointer, value: z.unknown() }),
  z.strictObject({ op: z.literal('replace'), path: Pointer, value: z.unknown() }),
  z.strictObject({ op: z.literal('remove'), path: Pointer }),
  z.strictObject({ op: z.literal('move'), path: Pointer, from: Pointer }),
])
export type PatchOperation = z.infer<typeof PatchOperation>

/** `revision`: the draft's when the page read it; 0 where there is no draft yet. */
const Revision = z.int().check(z.minimum(0), z.maximum(2_147_483_647))
const Version = z.int().check(z.minimum(0), z.maximum(2_147_483_647))

/** Operations of one request. */
export const maxOperations = 1_000

/** POST /admin/programme/draft/change: edits, valid or not. Wrong values are stored, and answered as `mistakes`. */
export const DraftChange = z.strictObject({
  revision: Revision,
  operations: z.array(PatchOperation).check(z.minLength(1), z.maxLength(maxOperations)),
})

/** bytes of a request with a picture in Base64. */
export const maxPictureBody = Math.ceil((maxPicture_bytes * 4) / 3) + 4_096

/** POST /admin/programme/draft/picture. `name`: its file's name, whose ending gives the format. `content`: Base64. */
export const DraftPicture = z.strictObject({
  name: text(1, maxLine),
  content: z.string().check(z.minLength(1), z.maxLength(maxPictureBody)),
})
/** `name`: what the document calls the picture. */
export const StoredPicture = z.object({ name: z.string(), url: z.string() })
export type StoredPicture = z.infer<typeof StoredPicture>

/** Codes of one request. */
export const maxCodes = 100_000
/** bytes of a request with the maximum number of codes, of 60 characters each. */
export const maxCodesBody = maxCodes * 64

/** POST /admin/programme/draft/codes: codes to add to a prize of the draft. A repeated or wrong line is refused alone. */
export const DraftCodes = z.strictObject({
  /** The prize's key in the draft. */
  key: text(1, 60),
  /** Lines of a pasted text or a CSV's first column. Empty lines do not count. */
  lines: z.array(z.string().check(z.maxLength(1_000))).check(z.minLength(1), z.maxLength(maxCodes)),
})
export type DraftCodes = z.infer<typeof DraftCodes>
export const AddedCodes = z.object({
  /** The draft's revision: the first own codes of a prize change the document too. */
  revision: z.int(),
  added: z.int(),
  /** The first wrong lines, counted from 1. Never the code, which is worth a prize (T16). */
  refused: z.array(z.object({ line: z.int(), sentence: z.string() })),
  refused_count: z.int(),
})
export type AddedCodes = z.infer<typeof AddedCodes>

/** A wrong field of the draft. `path`: names and positions of the document, as ['prizes', 0, 'value']. */
const Mistake = z.object({
  path: z.array(z.union([z.string(), z.int()])),
  sentence: z.string(),
})

/** The parts of the console's programme. */
export const programmePlaces = [
  'rules',
  'levels',
  'prizes',
  'promotions',
  'appearance',
  'texts',
  'shops',
  'settings',
] as const
export type ProgrammePlace = (typeof programmePlaces)[number]

/** One difference, as a sentence in Portuguese: 'Café coado passa de 150 para 120 pontos'. */
export const Change = z.object({
  /** As difference.ts writes it: 'prizes[cafe].value'. */
  path: z.string(),
  place: z.enum(programmePlaces),
  sentence: z.string(),
})
export type Change = z.infer<typeof Change>

/** A prize's own codes. `added`: by this draft. */
const Pool = z.object({ key: z.string(), free: z.int(), issued: z.int(), added: z.int() })

const Document = z.looseObject({})
/** Picture file of the document → its URL. */
const Pictures = z.record(z.string(), z.string())

const Author = z.object({ id: Uuid, name: z.string() })

/**
 * `PUBLISHED`, `WITHDRAWN` and `REFUSED` are over. `SUSPENDED`: another version was published meanwhile, a field is wrong by now, or the
 * person may no longer publish.
 */
const requestStates = [
  'WAITING',
  'SCHEDULED',
  'SUSPENDED',
  'PUBLISHED',
  'WITHDRAWN',
  'REFUSED',
] as const

/** A request to publish: for approval by a second person, for a date, or both. */
export const PublishRequest = z.object({
  id: Uuid,
  state: z.enum(requestStates),
  asked_by: Author,
  asked_at: z.iso.datetime(),
  approved_by: z.nullable(Author),
  /** Null: as soon as it is approved. */
  publish_at: z.nullable(z.iso.datetime()),
  changes: z.array(Change),
  /** The published version; null until then. */
  version: z.nullable(z.int()),
})
export type PublishRequest = z.infer<typeof PublishRequest>

/** The number of suspended requests to publish. */
export const Suspended = z.object({ count: z.int() })

/** GET /admin/programme. */
export const Programme = z.object({
  version: z.int(),
  published_at: z.iso.datetime(),
  /** Null: by a command of the operator. */
  published_by: z.nullable(Author),
  document: Document,
  pictures: Pictures,
  pools: z.array(Pool),
  /** What is left of each prize whose stock is counted. */
  stocks: z.array(z.object({ key: z.string(), stock_left: z.int() })),
  /** Whether a second person must agree to a publication. */
  needs_approval: z.boolean(),
  /** The requests that are not over. */
  requests: z.array(PublishRequest),
})
export type Programme = z.infer<typeof Programme>

/** GET /admin/programme/draft. */
export const Draft = z.object({
  revision: z.int(),
  base_version: z.int(),
  /** The newest version. Larger than `base_version`: the draft is outdated. */
  version: z.int(),
  updated_at: z.iso.datetime(),
  document: Document,
  pictures: Pictures,
  pools: z.array(Pool),
  changes: z.array(Change),
  mistakes: z.array(Mistake),
  /** The losses of customers and tills by this draft, one sentence each. */
  losses: z.array(z.string()),
})
export type Draft = z.infer<typeof Draft>

/** POST /admin/programme/publish. `publish_at`: in the future; null: now. */
export const Publication = z.strictObject({
  revision: Revision,
  publish_at: z.nullable(z.iso.datetime()),
})
export type Publication = z.infer<typeof Publication>

/**
 * POST /admin/programme/draft/rebase: begins the draft anew from the newest version and keeps its changes. Where both changed one
 * field, `mine` says which paths keep the draft's value; the others take the published one.
 */
export const Rebase = z.strictObject({
  revision: Revision,
  mine: z.array(text(1, 600)).check(z.maxLength(10_000)),
})
/** GET /admin/programme/draft/conflict: the fields that both sides changed, and those that only the other version changed. */
export const Conflict = z.object({
  version: z.int(),
  both: z.array(z.object({ path: z.string(), mine: z.string(), theirs: z.string() })),
  theirs: z.array(Change),
})
export type Conflict = z.infer<typeof Conflict>

export const VersionPage = z.strictObject({
  before: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647))),
  // The changes of a page are computed: 20 ms for each version of a document with 300 prizes.
  per_page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(25)), 20),
})
export const VersionNumber = z.strictObject({
  version: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647)),
})
/** `restored`: the version that this one restored. */
const versionSources = ['console', 'file'] as const
export const ProgrammeVersion = z.object({
  version: Version,
  published_at: z.iso.datetime(),
  published_by: z.nullable(Author),
  approved_by: z.nullable(Author),
  source: z.enum(versionSources),
  changes: z.array(Change),
})
export type ProgrammeVersion = z.infer<typeof ProgrammeVersion>

/** GET /admin/programme/yaml/{which}. */
export const YamlOf = z.strictObject({ which: z.enum(['published', 'draft']) })
export type YamlOf = z.infer<typeof YamlOf>
export const Yaml = z.object({ yaml: z.string() })

/** A ZIP of the company's folder, as `fiel company export` writes it. */
export const FolderFile = z.custom<ReadableStream<Uint8Array> | Blob>()
