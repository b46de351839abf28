/** The context of the programme's forms: the document, its mistakes, and whether this person may change it. */

import { createContext, use, useSyncExternalStore } from 'react'

import {
  type Doc,
  fieldOf,
  type Path,
  valueAt,
  withValue,
} from '#console/programme/document/path.ts'
import type { ActsRefusal } from '#console/session/ActsRefusal.tsx'
import { useRefusal } from '#console/session/use-me.ts'
import type { Programme } from '#contract/programme/draft.ts'

import type { DraftStore, DraftView } from './draft-store.ts'
import type { ShownMistake } from './mistakes.ts'

export type ProgrammeForms = {
  store: DraftStore
  /** As published. */
  published: Programme
  /** This role may read only. */
  isReadOnly: boolean
  mistakes: ShownMistake[]
  /** Picture file of the document → its URL. */
  pictures: Record<string, string>
  /** Adds a picture that was just sent. The server's list has it after the next save. */
  onPicture: (name: string, url: string) => void
}

export const ProgrammeContext = createContext<ProgrammeForms | null>(null)

export function useForms(): ProgrammeForms {
  const forms = use(ProgrammeContext)
  if (!forms) throw new Error('a form of the programme stands outside of its page')
  return forms
}

/** The sentence of the programme's frame that says who may change the programme. */
export const readOnlyNoteId = 'somente-leitura'

/** The props of a button that changes the draft, for a role that may not; undefined for a role that may. */
export function useEditRefusal(): ActsRefusal | undefined {
  const reason = useRefusal('programme.edit')
  if (reason === undefined) return undefined
  return { disabledReason: reason, reasonId: readOnlyNoteId, title: reason }
}

/** The document with its state of saving. Renders again with every edit. */
export function useDocument(): DraftView {
  const { store } = useForms()
  return useSyncExternalStore(store.subscribe, store.view)
}

/** One value of the document. Renders again only when the value changes. */
export function useValue(path: Path): unknown {
  const { store } = useForms()
  return useSyncExternalStore(store.subscribe, () => valueAt(store.view().document, path))
}

/** A field: its value, its first mistake, and the function that writes it. */
export function useField(path: Path) {
  const { store, mistakes, isReadOnly } = useForms()
  const value = useValue(path)
  const place = path.join('/')
  const error = mistakes.find((mistake) => mistake.path.join('/') === place)?.sentence
  const set = (next: unknown) =>
    store.edit(withValue(store.view().document, path, next), path.join('/'))
  return { value, error, set, isReadOnly, field: fieldOf(path) }
}

/** Writes the whole document: an act on several fields is one step of undo. */
export function useEdit(): (change: (document: Doc) => Doc) => void {
  const { store } = useForms()
  return (change) => store.edit(change(store.view().document))
}
