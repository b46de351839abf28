/**
 * The one document of the page: an edit changes it at once and is sent as a JSON Patch after a short quiet. One request is under way at
 * a time. What the server does not have yet is kept in the browser, so that neither a failed network nor a closed tab loses it.
 */

import { mergedOver } from '#console/programme/document/merged.ts'
import { operationsBetween } from '#console/programme/document/operations.ts'
import type { Doc } from '#console/programme/document/path.ts'
import type { ResponseOf } from '#contract/endpoints/endpoints.ts'
import type { PatchOperation } from '#contract/programme/draft.ts'
import { RequestFailure } from '#contract/request/request-failure.ts'
import { isSame } from '#contract/value/json.ts'

import type { KeptEdits } from './kept-edits.ts'
import { type Base, restored } from './restored.ts'

type Draft = ResponseOf<'POST /admin/programme/draft/change'>

/** `saved`: the server has all of it. `failed`: the server refused, with a sentence. */
type SaveState = 'saved' | 'waiting' | 'saving' | 'offline' | 'failed'

export type DraftView = {
  document: Doc
  state: SaveState
  failure: string | undefined
  canUndo: boolean
  canRedo: boolean
}

export type Ports = {
  /** send-edits.ts: sends the edits since `revision`. */
  change: (body: { revision: number; operations: PatchOperation[] }) => Promise<Draft>
  /** Reads the present state of the server. */
  read: () => Promise<Base>
  /** Stores the unsent edits in the browser. Null: the server has all edits. */
  keep: (edits: KeptEdits | null) => void
  /** Runs when changes of another tab were merged into the document. */
  onMerged: () => void
  /** Runs a function after a delay. Returns the function that cancels it. */
  later: (run: () => void, delay_ms: number) => () => void
}

/** A save waits for this time without an edit: longer than between two key presses, so that a word is one request. */
const quiet_ms = 600
/** The wait after the first failed save. It doubles with each failure. */
const firstRetry_ms = 2_000
/** The longest wait between two saves, so a connection that is back is noticed within this time. */
const maxRetry_ms = 30_000
/** Maximum states that can be undone. */
const maxHistory = 100
/** A save is merged with another tab's state at most this often before it gives up. */
const maxMerges = 5

/** The document of a page with everything that its saving needs. */
type Page = {
  ports: Ports
  /** The state that the server has. */
  base: Base
  view: DraftView
  past: Doc[]
  future: Doc[]
  lastField: string | undefined
  failures: number
  sending: Promise<void> | undefined
  cancel: (() => void) | undefined
  listeners: Set<() => void>
}

export type DraftStore = ReturnType<typeof openDraftStore>

export function openDraftStore(base: Base, ports: Ports) {
  const page: Page = {
    ports,
    base,
    view: {
      document: base.document,
      state: 'saved',
      failure: undefined,
      canUndo: false,
      canRedo: false,
    },
    past: [],
    future: [],
    lastField: undefined,
    failures: 0,
    sending: undefined,
    cancel: undefined,
    listeners: new Set(),
  }
  return {
    view: () => page.view,
    subscribe: (listener: () => void) => {
      page.listeners.add(listener)
      return () => page.listeners.delete(listener)
    },
    revision: () => page.base.revision,
    /** `field`: typing in one field is one step of undo. */
    edit: (document: Doc, field?: string) => edit(page, document, field),
    undo: () => step(page, page.past, page.future),
    redo: () => step(page, page.future, page.past),
    /** Sends what is unsent now, and waits for it. True: the server has all edits. */
    flush: () => flush(page),
    /** A newer state of the server that another call answered. */
    take: (theirs: Base) => take(page, theirs),
    /** Replaces the document by the server's: it was discarded or restored. Unsent edits go. */
    replace: (theirs: Base) => {
      page.cancel?.()
      ports.keep(null)
      begin(page, theirs)
    },
    /** Edits of a closed tab. True: some are not in the server's document yet. */
    restore: (edits: KeptEdits): boolean => {
      const document = restored(page.base, edits)
      if (operationsBetween(page.view.document, document).length === 0) return false
      edit(page, document)
      return true
    },
  }
}

function show(page: Page, next: Partial<DraftView>): void {
  const [canUndo, canRedo] = [page.past.length > 0, page.future.length > 0]
  page.view = { ...page.view, ...next, canUndo, canRedo }
  for (const listener of page.listeners) listener()
}

/** Begins anew on a state of the server. */
function begin(page: Page, base: Base): void {
  Object.assign(page, { base, past: [], future: [], lastField: undefined })
  show(page, { document: base.document, state: 'saved', failure: undefined })
}

function isDirty({ view, base }: Page): boolean {
  return view.document !== base.document
}

function schedule(page: Page, delay_ms: number): void {
  page.cancel?.()
  page.cancel = page.ports.later(() => void flush(page), delay_ms)
}

function keepEdits({ ports, base, view }: Page): void {
  const operations = operationsBetween(base.document, view.document)
  ports.keep(
    operations.length > 0 ? { revision: base.revision, base: base.document, operations } : null,
  )
}

function edit(page: Page, document: Doc, field?: string): void {
  const continues = field !== undefined && field === page.lastField && page.view.state === 'waiting'
  if (!continues) page.past = [...page.past, page.view.document].slice(-maxHistory)
  page.future = []
  page.lastField = field
  change(page, document)
}

function change(page: Page, document: Doc): void {
  show(page, { document, state: page.sending ? 'saving' : 'waiting', failure: undefined })
  keepEdits(page)
  schedule(page, quiet_ms)
}

/** Goes to the last state of one history and writes the present one into the other. */
function step(page: Page, from: Doc[], to: Doc[]): boolean {
  const document = from.pop()
  if (!document) return false
  to.push(page.view.document)
  page.lastField = undefined
  change(page, document)
  return true
}

async function flush(page: Page): Promise<boolean> {
  page.cancel?.()
  page.cancel = undefined
  page.sending ??= send(page).finally(() => {
    page.sending = undefined
  })
  await page.sending
  if (page.view.state === 'saved' && isDirty(page)) return flush(page)
  return page.view.state === 'saved'
}

async function send(page: Page): Promise<void> {
  for (let merges = 0; ; merges += 1) {
    const sent = page.view.document
    const operations = operationsBetween(page.base.document, sent)
    if (operations.length === 0) return settle(page, page.base, sent)
    show(page, { state: 'saving', failure: undefined })
    try {
      const draft = await page.ports.change({ revision: page.base.revision, operations })
      settle(page, { revision: draft.revision, document: draft.document }, sent)
      return
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error
      if (error.type !== 'draft_changed' || merges >= maxMerges) return fail(page, error)
      const theirs = await readOrFail(page)
      if (!theirs) return
      mergeIn(page, theirs)
    }
  }
}

async function readOrFail(page: Page): Promise<Base | undefined> {
  try {
    return await page.ports.read()
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error
    fail(page, error)
    return undefined
  }
}

/** The server has `sent` as `saved`. Edits that were typed meanwhile stay on top of it, and are sent next. */
function settle(page: Page, saved: Base, sent: Doc): void {
  const typed = page.view.document
  const isAll = typed === sent
  page.base = saved
  page.failures = 0
  const document = isAll ? saved.document : mergedOver(sent, typed, saved.document).document
  show(page, { document, state: isAll ? 'saved' : 'waiting', failure: undefined })
  keepEdits(page)
  if (!isAll) schedule(page, quiet_ms)
}

function fail(page: Page, error: RequestFailure): void {
  const isTransient = error.status === null || [408, 429, 502, 503, 504].includes(error.status)
  show(page, { state: isTransient ? 'offline' : 'failed', failure: error.message })
  if (!isTransient) return
  schedule(page, Math.min(firstRetry_ms * 2 ** page.failures, maxRetry_ms))
  page.failures += 1
}

/** Earlier states get the other document's fields as well, so that undoing does not take them away. */
function mergeIn(page: Page, theirs: Base): void {
  const over = (mine: Doc) => mergedOver(page.base.document, mine, theirs.document)
  const { document, others } = over(page.view.document)
  page.past = page.past.map((one) => over(one).document)
  page.future = page.future.map((one) => over(one).document)
  page.base = theirs
  show(page, { document })
  keepEdits(page)
  if (others) page.ports.onMerged()
}

function take(page: Page, theirs: Base): void {
  if (page.sending) return
  // Compare the document too: without a draft each published version has revision 0.
  if (theirs.revision === page.base.revision && isSame(theirs.document, page.base.document)) return
  if (!isDirty(page)) {
    begin(page, theirs)
    return
  }
  mergeIn(page, theirs)
  schedule(page, quiet_ms)
}
