/**
 * The calls of the API that do the same as the programme's screens. A voucher code is worth a prize, so codes are placeholders, as is
 * the session.
 */

import type { TitledCall } from '#console/call/curl.ts'
import { operationsBetween } from '#console/programme/document/operations.ts'
import type { Doc } from '#console/programme/document/path.ts'
import { callText } from '#console/text/call.ts'
import type { PatchOperation, ProgrammePlace, PublishRequest } from '#contract/programme/draft.ts'
import { placeOfField } from '#contract/programme/field-label.ts'

const words = callText.programme

export const readCall: TitledCall = { title: words.read, endpoint: 'GET /admin/programme' }

type Saving = {
  published: Doc
  /** As the screen shows it. */
  document: Doc
  revision: number
  /** The screen, whose first field is the example where nothing has changed. */
  place: ProgrammePlace
}

/** Reading the draft and saving its fields. */
export function saveCalls({ published, document, revision, place }: Saving): TitledCall[] {
  const operations = operationsBetween(published, document)
  const isChanged = operations.length > 0
  return [
    readCall,
    { title: words.draft, endpoint: 'GET /admin/programme/draft' },
    {
      title: isChanged ? words.save : words.saveExample,
      endpoint: 'POST /admin/programme/draft/change',
      // The changes begin on the published document, which a new draft holds.
      body: isChanged
        ? { revision: 0, operations }
        : { revision, operations: [exampleOf(document, place)] },
    },
  ]
}

/** Replaces the first value of a screen by itself. */
function exampleOf(document: Doc, place: ProgrammePlace): PatchOperation {
  const name = Object.keys(document).find((one) => placeOfField(one) === place) ?? 'name'
  const { path, value } = firstValue(document[name], `/${name}`)
  return { op: 'replace', path, value }
}

function firstValue(value: unknown, path: string): { path: string; value: unknown } {
  const [first] = typeof value === 'object' && value !== null ? Object.entries(value) : []
  if (!first) return { path, value }
  return firstValue(first[1], `${path}/${first[0].replaceAll('~', '~0').replaceAll('/', '~1')}`)
}

/** The first page of the backtest. */
export function backtestCall(revision: number): TitledCall {
  return {
    title: words.backtest,
    endpoint: 'GET /admin/programme/draft/backtest',
    query: { revision },
  }
}

type Publishing = { revision: number; needs_approval: boolean; now: Date }

/** The shown date of a scheduled publication is a day away, so that it has not passed when a person runs the call. */
const day_ms = 86_400_000

/** Publishing the draft now or later, and discarding it. */
export function publishCalls({ revision, needs_approval, now }: Publishing): TitledCall[] {
  const endpoint = 'POST /admin/programme/publish'
  const tomorrow = new Date(now.getTime() + day_ms).toISOString()
  return [
    {
      title: needs_approval ? words.ask : words.publish,
      endpoint,
      body: { revision, publish_at: null },
    },
    { title: words.schedule, endpoint, body: { revision, publish_at: tomorrow } },
    { title: words.discard, endpoint: 'DELETE /admin/programme/draft' },
  ]
}

/** The document as a file, and the company's folder. */
export function fileCalls(which: 'published' | 'draft', slug: string): TitledCall[] {
  return [
    { title: words.yaml, endpoint: 'GET /admin/programme/yaml/{which}', params: { which } },
    { title: words.folder, endpoint: 'GET /admin/programme/folder', file: `${slug}.zip` },
  ]
}

export function requestCalls({ id, state }: PublishRequest, isOwn: boolean): TitledCall[] {
  const params = { id }
  return [
    ...(state === 'WAITING' && !isOwn
      ? [
          {
            title: words.approve,
            endpoint: 'POST /admin/programme/request/{id}/approve' as const,
            params,
          },
        ]
      : []),
    {
      title: isOwn ? words.withdraw : words.refuse,
      endpoint: 'DELETE /admin/programme/request/{id}',
      params,
    },
  ]
}

export function codesCall(key: string): TitledCall {
  return {
    title: words.codes,
    endpoint: 'POST /admin/programme/draft/codes',
    body: { key, lines: ['CODIGO-1', 'CODIGO-2'] },
  }
}

export function restoreCall(version: number): TitledCall {
  return {
    title: words.restore(version),
    endpoint: 'POST /admin/programme/version/{version}/restore',
    params: { version },
  }
}
