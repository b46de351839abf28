import type { Question } from '#contract/faq.ts'

/** The questions that have every word somewhere, in question or answer, whatever their accents and capitals. */
export function findQuestions(items: Question[], searched: string): Question[] {
  const words = bare(searched).split(/\s+/).filter(Boolean)
  return items.filter(({ question, answer }) => {
    const said = bare(`${question} ${answer}`)
    return words.every((word) => said.includes(word))
  })
}

/** Without accents and capitals. */
function bare(words: string): string {
  return words
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
}
