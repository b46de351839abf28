/** The end of a session closes some notices and questions, and leaves others (R2.12). */

import { act, createElement, type ReactNode, useEffect } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'

/** As much of a document as React needs to show text. */
class FakeNode {
  readonly ownerDocument: unknown = page
  readonly children: FakeNode[] = []
  parentNode: FakeNode | null = null
  nodeValue = ''
  readonly nodeType: number
  readonly tagName: string

  constructor(nodeType: number, tagName: string) {
    this.nodeType = nodeType
    this.tagName = tagName
  }

  get textContent(): string {
    return this.nodeValue + this.children.map(({ textContent }) => textContent).join(' ')
  }
  set textContent(text: string) {
    this.children.length = 0
    this.nodeValue = text
  }
  appendChild(child: FakeNode) {
    return this.insertBefore(child, null)
  }
  insertBefore(child: FakeNode, next: FakeNode | null) {
    child.parentNode?.removeChild(child)
    this.children.splice(next ? this.children.indexOf(next) : this.children.length, 0, child)
    child.parentNode = this
    return child
  }
  removeChild(child: FakeNode) {
    this.children.splice(this.children.indexOf(child), 1)
    child.parentNode = null
  }
  addEventListener() {}
  setAttribute() {}
}

const page: Record<string, unknown> = {
  nodeType: 9,
  createElement: (name: string) => new FakeNode(1, name),
  createTextNode(text: string) {
    const node = new FakeNode(3, '#text')
    node.nodeValue = text
    return node
  },
  addEventListener: () => undefined,
}
// React asks whether the focus is in a frame. No node here is one.
const view = { HTMLIFrameElement: EventTarget, event: undefined }
page['defaultView'] = view
vi.stubGlobal('document', page)
vi.stubGlobal('window', view)
vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
vi.mock('#ui/Button.tsx', () => ({ Button: () => null }))
vi.mock('#ui/overlay/Dialog.tsx', () => ({ Dialog: ({ title }: { title: ReactNode }) => title }))
vi.mock('#ui/overlay/Snackbar.tsx', () => ({ Snackbar: ({ text }: { text: ReactNode }) => text }))

const { createRoot } = await import('react-dom/client')
const { NoticesProvider, useNotices } = await import('./notices.tsx')

let notices: ReturnType<typeof useNotices>
let shown: FakeNode
/** Renders the notices of a session; undefined for a guest. */
let show: (session: string | undefined) => Promise<void>

function Screen() {
  const given = useNotices()
  useEffect(() => void (notices = given), [given])
  return null
}

beforeEach(() => {
  shown = new FakeNode(1, 'div')
  const root = createRoot(shown as never)
  const children = createElement(Screen)
  show = async (session) => {
    const props = { session, children }
    await act(async () => root.render(createElement(NoticesProvider, props)))
  }
})

const question = { title: 'Sair?', message: '' }

test('a question is closed and answered with no when its session ends [R2.12]', async () => {
  await show('ana')
  const answer = vi.fn<(yes: boolean) => void>()
  await act(async () => void notices.confirm(question).then(answer))
  expect(shown.textContent).toContain('Sair?')
  expect(answer).not.toHaveBeenCalled()
  await show(undefined)
  expect(shown.textContent).not.toContain('Sair?')
  expect(answer).toHaveBeenCalledExactlyOnceWith(false)
})

test('a question is answered with no when another question replaces it [R2.12]', async () => {
  await show('ana')
  const answer = vi.fn<(yes: boolean) => void>()
  await act(async () => void notices.confirm(question).then(answer))
  await act(async () => void notices.confirm({ title: 'Recusar?', message: '' }))
  expect(shown.textContent).toContain('Recusar?')
  expect(answer).toHaveBeenCalledExactlyOnceWith(false)
})

test('a snackbar of an ended session is not shown on the login [R2.12]', async () => {
  await show('ana')
  const late = notices
  await act(async () => notices.snackbar('Copiado'))
  expect(shown.textContent).toContain('Copiado')
  await show(undefined)
  expect(shown.textContent).not.toContain('Copiado')
  // A call of the ended session may be answered later, and then shows a snackbar.
  await act(async () => late.snackbar('Pronto'))
  expect(shown.textContent).not.toContain('Pronto')
})

test('a snackbar that welcomes a newly registered person stays when the session begins [R2.12]', async () => {
  await show(undefined)
  await act(async () => notices.snackbar('Boas-vindas'))
  await show('ana')
  expect(shown.textContent).toContain('Boas-vindas')
})

test('an alert, such as that the account was deleted, stays when its session ends [R2.12 D16]', async () => {
  await show('ana')
  await act(async () => notices.alert('success', 'A conta foi excluída.'))
  await show(undefined)
  expect(shown.textContent).toContain('Sucesso!')
})
