/** The storage of a tab or a device. It can be full. */

export function newStore(isFull: () => boolean = () => false): Storage {
  const texts = new Map<string, string>()
  return {
    get length() {
      return texts.size
    },
    key: (at) => [...texts.keys()][at] ?? null,
    getItem: (name) => texts.get(name) ?? null,
    setItem: (name, text) => {
      if (isFull() && !texts.has(name)) throw new DOMException('full', 'QuotaExceededError')
      texts.set(name, text)
    },
    removeItem: (name) => void texts.delete(name),
    clear: () => texts.clear(),
  }
}
