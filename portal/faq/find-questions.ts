import type { Question } from '#contract/faq.ts'

/** The questions that contain every searched word in question or answer, ignoring accents and case. */
export function findQuestions(items: Question[], searched: string): Question[] {
  const words = bare(searched).split(/\s+/).filter(Boolean)
  return items.filter(({ question, answer }) => {
    const haystack = bare(`${question} ${answer}`)
    return words.every((word) => haystack.includes(word))
  })
}

/** Removes accents and upper case. */
function bare(words: string): string {
  return words
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
}
