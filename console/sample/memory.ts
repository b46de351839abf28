/** Cookies and storage of the preview: of this page alone, so that it neither reads nor changes what the console's host has stored. */

export function storeInMemory(cookies: string[]): void {
  const jar = new Map(cookies.map(pairOf))
  Object.defineProperty(document, 'cookie', {
    get: () => [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
    set: (line: string) => {
      const [name, value] = pairOf(line.split(';')[0]!)
      if (/;\s*max-age=(0|-\d+)/i.test(line)) jar.delete(name)
      else jar.set(name, value)
    },
  })
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    const storage = storageOf(new Map())
    Object.defineProperty(window, name, { get: () => storage })
  }
  // The portal keeps files for offline use by a worker, and data in a database.
  Reflect.deleteProperty(Navigator.prototype, 'serviceWorker')
  Object.defineProperty(window, 'indexedDB', { value: undefined })
  Object.defineProperty(window, 'caches', { value: undefined })
}

function pairOf(cookie: string): [string, string] {
  const [name = '', ...value] = cookie.trim().split('=')
  return [name, value.join('=')]
}

function storageOf(values: Map<string, string>): Storage {
  return {
    get length() {
      return values.size
    },
    key: (at) => [...values.keys()][at] ?? null,
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    clear: () => values.clear(),
  }
}
