/** Where a mistake can be corrected: its screen, and its field there. */

import { paths, type RouteName } from '#console/path/paths.ts'
import { elementIdOf, fieldOf, type Path, valueAt } from '#console/programme/document/path.ts'
import type { ProgrammePlace } from '#contract/programme/draft.ts'
import { placeOfField } from '#contract/programme/field-label.ts'

/** The parameter of the address that names the field to show. */
export const fieldParameter = 'campo'

const routes: Record<ProgrammePlace, RouteName> = {
  rules: 'programme.rules',
  levels: 'programme.levels',
  prizes: 'programme.prizes',
  promotions: 'programme.promotions',
  appearance: 'programme.appearance',
  texts: 'programme.texts',
  shops: 'programme.shops',
  settings: 'programme.settings',
}

export function prizePath(key: string): string {
  return `${paths['programme.prizes']}/${encodeURIComponent(key)}`
}

export function placePath(place: ProgrammePlace): string {
  return paths[routes[place]]
}

export function fieldLink(path: Path, document: object): string {
  const key = path[0] === 'prizes' ? valueAt(document, [...path.slice(0, 2), 'key']) : undefined
  const screen =
    typeof key === 'string' && key !== '' ? prizePath(key) : placePath(placeOfField(fieldOf(path)))
  return `${screen}?${new URLSearchParams({ [fieldParameter]: JSON.stringify(path) })}`
}

/** Opens what is closed around the field, and moves the focus to it. */
export function showField(path: Path): void {
  const shown = path.map((_, at) => path.slice(0, path.length - at)).find((one) => elementOf(one))
  const element = shown && elementOf(shown)
  if (!element) return
  const closed = element.querySelector<HTMLElement>('[aria-expanded="false"]')
  if (closed && shown.length < path.length) {
    closed.click()
    requestAnimationFrame(() => focus(elementOf(path) ?? element))
    return
  }
  focus(element)
}

/** The same for a field of an item that was just added: React has not drawn it yet. */
export function showNewField(path: Path): void {
  requestAnimationFrame(() => showField(path))
}

function elementOf(path: Path): HTMLElement | null {
  return document.getElementById(elementIdOf(path))
}

function focus(element: HTMLElement): void {
  element.scrollIntoView({ block: 'center' })
  element.querySelector<HTMLElement>('input, textarea, select, button')?.focus()
}
