import { beforeEach, describe, expect, test, vi } from 'vitest'

import { followLeftEdits, type KeptEdits, keepEditsOf } from './kept-edits.ts'

const owner = { company_id: 'cafe', staff_id: 'ana' }
const edits: KeptEdits = {
  revision: 1,
  base: { name: 'Café' },
  operations: [{ op: 'replace', path: '/name', value: 'Bar' }],
}

/** The browser's storage of one host, which all its tabs share. */
class FakeStorage {
  [key: string]: unknown
  static room = Infinity

  getItem(key: string) {
    return Object.hasOwn(this, key) ? (this[key] as string) : null
  }
  setItem(key: string, text: string) {
    if (text.length > FakeStorage.room) throw new DOMException('full', 'QuotaExceededError')
    this[key] = text
  }
  removeItem(key: string) {
    delete this[key]
  }
}

/** Locks of the browser: a name belongs to one holder, and the others wait in their order. */
class FakeLocks {
  private readonly queues = new Map<string, (() => void)[]>()

  request(name: string, hold: () => unknown): Promise<void> {
    const queue = this.queues.get(name) ?? []
    this.queues.set(name, queue)
    return new Promise((resolve) => {
      queue.push(() => void this.holdUntilDone(name, hold).then(resolve))
      if (queue.length === 1) queue[0]!()
    })
  }

  private async holdUntilDone(name: string, hold: () => unknown): Promise<void> {
    await hold()
    this.release(name)
  }

  /** Also what the browser does for a tab that was closed. */
  release(name: string): void {
    const queue = this.queues.get(name)!
    queue.shift()
    queue[0]?.()
  }

  names(): string[] {
    return [...this.queues.keys()]
  }
}

let storage: FakeStorage
let locks: FakeLocks
let onStorage: ((event: { key: string | null; newValue: string | null }) => void) | undefined

beforeEach(() => {
  storage = new FakeStorage()
  locks = new FakeLocks()
  onStorage = undefined
  FakeStorage.room = Infinity
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('navigator', { locks })
  vi.stubGlobal('window', {
    addEventListener: (_: string, listener: typeof onStorage) => {
      onStorage = listener
    },
  })
})

/** After all promises that wait for nothing else. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** The edits that a page of the person is given. */
async function givenEdits(by = owner): Promise<KeptEdits[]> {
  const given: KeptEdits[] = []
  followLeftEdits(by, (one) => void given.push(one))
  await settled()
  return given
}

const keys = () => Object.keys(storage)

describe('edits that the server does not have', () => {
  test('are kept until the server has them [D15]', () => {
    const keep = keepEditsOf(owner)
    keep(edits)
    expect(keys()).toHaveLength(1)
    expect(JSON.parse(storage.getItem(keys()[0]!)!)).toEqual(edits)
    keep(null)
    expect(keys()).toEqual([])
  })

  test('are stored apart for each browser tab [D15]', () => {
    keepEditsOf(owner)(edits)
    keepEditsOf(owner)(edits)
    expect(keys()).toHaveLength(2)
  })

  test('are kept without their document where the browser has no room for it [D15]', () => {
    FakeStorage.room = JSON.stringify({ ...edits, base: null }).length
    keepEditsOf(owner)({ ...edits, base: { name: 'x'.repeat(500) } })
    expect(JSON.parse(storage.getItem(keys()[0]!)!)).toEqual({ ...edits, base: null })
  })

  test('stay in the page alone where the browser has no room at all [D15]', () => {
    FakeStorage.room = 0
    expect(() => keepEditsOf(owner)(edits)).not.toThrow()
    expect(keys()).toEqual([])
  })
})

describe('edits of another tab', () => {
  test('come once the tab is closed, and only once [D15]', async () => {
    keepEditsOf(owner)(edits)
    const given = await givenEdits()
    expect(given).toEqual([])
    locks.release(locks.names()[0]!)
    await vi.waitFor(() => expect(given).toEqual([edits]))
    expect(keys()).toEqual([])
    expect(await givenEdits()).toEqual([])
  })

  test('do not come where the server had them before the tab was closed [D15]', async () => {
    const keep = keepEditsOf(owner)
    keep(edits)
    const given = await givenEdits()
    keep(null)
    locks.release(locks.names()[0]!)
    await settled()
    expect(given).toEqual([])
  })

  test('come from a tab that was opened later [D15]', async () => {
    const given = await givenEdits()
    const keep = keepEditsOf(owner)
    keep(edits)
    const [key] = keys()
    onStorage!({ key: key!, newValue: storage.getItem(key!) })
    // A second write of the tab asks for no second lock.
    onStorage!({ key: key!, newValue: storage.getItem(key!) })
    expect(given).toEqual([])
    locks.release(key!)
    await vi.waitFor(() => expect(given).toEqual([edits]))
  })

  test('do not come to another person or company [D15]', async () => {
    keepEditsOf(owner)(edits)
    const others = [
      await givenEdits({ ...owner, staff_id: 'rui' }),
      await givenEdits({ ...owner, company_id: 'bar' }),
    ]
    locks.release(locks.names()[0]!)
    await settled()
    expect(others).toEqual([[], []])
    expect(keys()).toHaveLength(1)
  })

  test('come at once in a browser without locks [D15]', async () => {
    vi.stubGlobal('navigator', {})
    keepEditsOf(owner)(edits)
    expect(await givenEdits()).toEqual([edits])
    expect(keys()).toEqual([])
  })
})
