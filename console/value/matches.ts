import { searchForm } from '#contract/console/audit.ts'

/** Whether every typed word begins a word of one of the texts, without case and accents. True for no typed word. */
export function matches(texts: string[], typed: string): boolean {
  const own = wordsOf(texts.join(' '))
  return wordsOf(typed).every((word) => own.some((one) => one.startsWith(word)))
}

function wordsOf(text: string): string[] {
  return searchForm(text).split(/\s+/).filter(Boolean)
}
