import { expect, test } from 'vitest'

import type { Doc } from '#console/programme/document/path.ts'

import { openDraftStore } from './draft-store.ts'

const document: Doc = { name: 'Café' }

/** A store that sends nothing. */
const opened = () =>
  openDraftStore(
    { revision: 0, document },
    {
      change: () => new Promise(() => undefined),
      read: () => new Promise(() => undefined),
      keep: () => undefined,
      onMerged: () => undefined,
      later: () => () => undefined,
    },
  )

test('the view tells whether there is something to undo and to repeat [D15]', () => {
  const store = opened()
  const steps = () => [store.view().canUndo, store.view().canRedo]
  expect(steps()).toEqual([false, false])
  store.edit({ name: 'Padaria' })
  expect(steps()).toEqual([true, false])
  store.undo()
  expect(steps()).toEqual([false, true])
  store.redo()
  expect(steps()).toEqual([true, false])
  store.undo()
  store.edit({ name: 'Bar' })
  expect(steps()).toEqual([true, false])
})

test('a document that replaces the draft leaves nothing to undo [D15]', () => {
  const store = opened()
  store.edit({ name: 'Padaria' })
  store.undo()
  store.replace({ revision: 4, document })
  expect(store.view()).toMatchObject({ canUndo: false, canRedo: false })
})
