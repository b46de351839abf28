/** Where the document is wrong: by the contract's own rules at once, and by the server's answer where the value is still the same. */

import { type Path, valueAt } from '#console/programme/document/path.ts'
import { mistakeSentence } from '#console/text/mistake.ts'
import { checkCompanyFile } from '#contract/company-file/mistake.ts'
import type { Draft } from '#contract/programme/draft.ts'
import { isSame } from '#contract/value/json.ts'

export type ShownMistake = { path: Path; sentence: string }

/** The first mistake of each field. */
export function mistakesOf(document: object, draft: Draft | null): ShownMistake[] {
  const own = checkCompanyFile(document).mistakes ?? []
  const answered = (draft?.mistakes ?? []).filter(({ path }) =>
    isSame(valueAt(document, path), valueAt(draft!.document, path)),
  )
  const found = new Map<string, ShownMistake>()
  for (const { path, sentence } of [...own, ...answered]) {
    const steps = path as Path
    const place = steps.join('/')
    if (!found.has(place)) {
      found.set(place, { path: steps, sentence: mistakeSentence(sentence) })
    }
  }
  return [...found.values()]
}
