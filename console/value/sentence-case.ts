/** 'falar com a pessoa' → 'Falar com a pessoa'. */
export function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
