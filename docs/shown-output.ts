/** Compares the output of a command with the output that a page shows. */

/** Whether the output equals the page's output. `…` matches any text. */
export function agrees(shown: unknown, actual: unknown): boolean {
  if (shown === '…') return true
  if (typeof shown === 'string' && typeof actual === 'string') return agreesText(shown, actual)
  if (Array.isArray(shown) && Array.isArray(actual)) {
    const is_open = shown.at(-1) === '…'
    const expected = is_open ? shown.slice(0, -1) : shown
    return (
      (is_open ? actual.length >= expected.length : actual.length === expected.length) &&
      expected.every((one, at) => agrees(one, actual[at]))
    )
  }
  if (isObject(shown) && isObject(actual)) {
    const expected = Object.keys(shown).filter((key) => key !== '…')
    const is_open = '…' in shown
    return (
      expected.every((key) => key in actual && agrees(shown[key], actual[key])) &&
      (is_open || Object.keys(actual).length === expected.length)
    )
  }
  return shown === actual
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function agreesText(shown: string, actual: string): boolean {
  const parts = shown
    .trim()
    .split('…')
    .map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
  return new RegExp(`^${parts.join('[^]*')}$`).test(actual.trim())
}
