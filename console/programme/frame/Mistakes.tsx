import { useEffect } from 'react'
import { useSearchParams } from 'react-router'

import { fieldOf, type Path } from '#console/programme/document/path.ts'
import type { ShownMistake } from '#console/programme/draft/mistakes.ts'
import { useForms } from '#console/programme/draft/programme-context.ts'
import { programmeText } from '#console/text/programme.ts'
import type { ProgrammePlace } from '#contract/programme/draft.ts'
import { fieldLabel, placeOfField } from '#contract/programme/field-label.ts'

import { fieldParameter, showField } from './mistake-link.ts'

import styles from './frame.module.css'

/** The mistakes of one screen, each a link to its field. */
export function Mistakes({ place, within }: { place: ProgrammePlace; within?: Path }) {
  const { mistakes } = useForms()
  useFieldOfAddress()
  const own = mistakes.filter(
    ({ path }) =>
      placeOfField(fieldOf(path)) === place &&
      (within ?? []).every((step, at) => path[at] === step),
  )
  return (
    <output className={styles.place}>
      {own.length > 0 && (
        <div className={styles.mistakes}>
          <p className={styles.mistakesTitle}>{programmeText.mistakes(own.length)}</p>
          <ul>
            {own.map((mistake) => (
              <li key={mistake.path.join('/')}>
                <button
                  type="button"
                  className={styles.link}
                  onClick={() => showField(mistake.path)}
                >
                  {mistakeLine(mistake)}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </output>
  )
}

/** The field's label, and what is wrong. */
export function mistakeLine({ path, sentence }: ShownMistake): string {
  const label = fieldLabel(fieldOf(path))?.label
  return label ? `${label}: ${sentence}` : sentence
}

/** The draft's screen links to a field by the address. */
function useFieldOfAddress(): void {
  const [params] = useSearchParams()
  const place = params.get(fieldParameter)
  // An effect, because the field must be in the page before it takes the focus.
  useEffect(() => {
    const path = place ? parsed(place) : undefined
    if (Array.isArray(path)) showField(path as Path)
  }, [place])
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // An address that was mistyped names no field.
    return undefined
  }
}
