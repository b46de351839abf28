import { applyPatch } from 'rfc6902'
import { describe, expect, test } from 'vitest'

import { type Doc, withValue } from '#console/programme/document/path.ts'
import { RequestFailure } from '#contract/request/request-failure.ts'

import { openDraftStore } from './draft-store.ts'
import type { KeptEdits } from './kept-edits.ts'

const document: Doc = { name: 'Café', program_name: 'Clube', prizes: [] }

/** A server with one draft, and a page whose timers run when `tick` is called. */
function world() {
  const server = { revision: 0, document }
  const kept: { edits: KeptEdits | null } = { edits: null }
  const state = { failure: undefined as RequestFailure | undefined, calls: 0, merges: 0 }
  let timer: (() => void) | undefined
  const store = openDraftStore(
    { ...server },
    {
      change: async ({ revision, operations }) => {
        state.calls += 1
        await Promise.resolve()
        if (state.failure) throw state.failure
        if (revision !== server.revision) {
          throw new RequestFailure(409, 'draft_changed', 'O rascunho mudou em outra aba')
        }
        const next = structuredClone(server.document)
        applyPatch(next, operations)
        Object.assign(server, { revision: revision + 1, document: next })
        return { ...server } as never
      },
      read: async () => ({ ...server }),
      keep: (edits) => {
        kept.edits = edits
      },
      onMerged: () => {
        state.merges += 1
      },
      later: (run) => {
        timer = run
        return () => {
          timer = undefined
        }
      },
    },
  )
  const write = (name: string, value: unknown) =>
    store.edit(withValue(store.view().document, [name], value), name)
  return { server, kept, state, store, write, isTimed: () => timer !== undefined }
}

describe('the draft in the page', () => {
  test('shows an edit at once, keeps it in the browser, starts a timer, and sends it', async () => {
    const { server, kept, store, write, isTimed } = world()
    write('name', 'Padaria')
    expect(store.view()).toMatchObject({ document: { name: 'Padaria' }, state: 'waiting' })
    expect(kept.edits?.operations).toEqual([{ op: 'replace', path: '/name', value: 'Padaria' }])
    expect(isTimed()).toBe(true)
    expect(await store.flush()).toBe(true)
    expect(server).toMatchObject({ revision: 1, document: { name: 'Padaria' } })
    expect(kept.edits).toBeNull()
    expect(store.view().state).toBe('saved')
  })

  test('has one request in flight, and sends the edits typed meanwhile in the next', async () => {
    const { server, state, store, write } = world()
    write('name', 'P')
    const first = store.flush()
    write('program_name', 'Amigos')
    expect(await first).toBe(false)
    expect(server.document).toMatchObject({ name: 'P', program_name: 'Clube' })
    expect(store.view().document).toMatchObject({ name: 'P', program_name: 'Amigos' })
    expect(await store.flush()).toBe(true)
    expect(server.document).toMatchObject({ name: 'P', program_name: 'Amigos' })
    expect(state.calls).toBe(2)
  })

  test('keeps the edits while the network is gone and sends them when it is back', async () => {
    const { server, kept, state, store, write, isTimed } = world()
    state.failure = new RequestFailure(null, 'network', 'Sem conexão')
    write('name', 'Padaria')
    expect(await store.flush()).toBe(false)
    expect(store.view()).toMatchObject({ state: 'offline', document: { name: 'Padaria' } })
    expect(kept.edits).not.toBeNull()
    expect(isTimed()).toBe(true)
    state.failure = undefined
    expect(await store.flush()).toBe(true)
    expect(server.document['name']).toBe('Padaria')
  })

  test('shows the reason of a refused save, and keeps the edits without a retry', async () => {
    const { kept, state, store, write, isTimed } = world()
    state.failure = new RequestFailure(403, 'forbidden', 'Você não pode')
    write('name', 'Padaria')
    expect(await store.flush()).toBe(false)
    expect(store.view()).toMatchObject({ state: 'failed', failure: 'Você não pode' })
    expect(kept.edits).not.toBeNull()
    expect(isTimed()).toBe(false)
  })

  test('merges the fields that another tab saved, and reports the merge', async () => {
    const { server, state, store, write } = world()
    Object.assign(server, { revision: 7, document: { ...document, program_name: 'Outra aba' } })
    write('name', 'Esta aba')
    expect(await store.flush()).toBe(true)
    expect(server.document).toMatchObject({ name: 'Esta aba', program_name: 'Outra aba' })
    expect(store.view().document).toEqual(server.document)
    expect(state.merges).toBe(1)
  })

  test('undoes and redoes an act; typing in one field is one act', async () => {
    const { server, store, write } = world()
    write('name', 'P')
    write('name', 'Pa')
    write('program_name', 'Amigos')
    expect(store.undo()).toBe(true)
    expect(store.view().document).toEqual({ ...document, name: 'Pa' })
    expect(store.undo()).toBe(true)
    expect(store.view().document).toEqual(document)
    expect(store.undo()).toBe(false)
    expect(store.redo()).toBe(true)
    await store.flush()
    expect(server.document).toMatchObject({ name: 'Pa', program_name: 'Clube' })
  })

  test('keeps the other tab’s change when an edit is undone after a merge', async () => {
    const { server, store, write } = world()
    write('name', 'Esta aba')
    Object.assign(server, { revision: 7, document: { ...document, program_name: 'Outra aba' } })
    await store.flush()
    store.undo()
    await store.flush()
    expect(server.document).toMatchObject({ name: 'Café', program_name: 'Outra aba' })
  })

  test('takes a newer state of the server as it is without edits, and merges it with edits', () => {
    const clean = world()
    clean.store.take({ revision: 3, document: { ...document, name: 'Novo' } })
    expect(clean.store.view().document['name']).toBe('Novo')
    const edited = world()
    edited.write('program_name', 'Meu')
    edited.store.take({ revision: 3, document: { ...document, name: 'Novo' } })
    expect(edited.store.view().document).toMatchObject({ name: 'Novo', program_name: 'Meu' })
  })

  test('drops all edits when the draft is discarded', () => {
    const { kept, store, write } = world()
    write('name', 'Padaria')
    store.replace({ revision: 0, document })
    expect(store.view()).toMatchObject({ document, state: 'saved' })
    expect(kept.edits).toBeNull()
    expect(store.undo()).toBe(false)
  })
})

describe('edits of a closed tab', () => {
  const operations = [{ op: 'replace' as const, path: '/name', value: 'Padaria' }]

  test('come back into the document and are sent', async () => {
    const { server, store } = world()
    expect(store.restore({ revision: 0, base: document, operations })).toBe(true)
    expect(await store.flush()).toBe(true)
    expect(server.document['name']).toBe('Padaria')
  })

  test('are merged into the document that was saved since', async () => {
    const { store } = world()
    store.take({ revision: 4, document: { ...document, program_name: 'Novo' } })
    store.restore({ revision: 2, base: document, operations })
    expect(store.view().document).toMatchObject({ name: 'Padaria', program_name: 'Novo' })
  })

  test('are dropped without a call if the server has them already', () => {
    const { store, state } = world()
    store.take({ revision: 1, document: { ...document, name: 'Padaria' } })
    expect(store.restore({ revision: 0, base: document, operations })).toBe(false)
    expect(state.calls).toBe(0)
  })

  test('are made where they fit if they were kept without their document', () => {
    const { store } = world()
    store.take({ revision: 4, document: { program_name: 'Novo' } })
    store.restore({
      revision: 2,
      base: null,
      operations: [...operations, { op: 'replace', path: '/program_name', value: 'Meu' }],
    })
    expect(store.view().document).toEqual({ program_name: 'Meu' })
  })
})
