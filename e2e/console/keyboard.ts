/**
 * A person at a keyboard. Each helper reaches its element by Tab and arrows alone, and counts the actions of the task: an Enter, a
 * choice or a filled field. Tab, arrows and the palette's shortcut do not count (issue 17).
 */

import { expect, type Locator, type Page } from '@playwright/test'

/** An element that takes longer to reach is not reachable for a person. */
const maxPresses = 80

export class Keyboard {
  readonly #page: Page
  #actions = 0

  constructor(page: Page) {
    this.#page = page
  }

  get actions(): number {
    return this.#actions
  }

  async enter(target: Locator): Promise<void> {
    await this.#reach(target)
    await this.#press('Enter')
  }

  async fill(target: Locator, text: string): Promise<void> {
    await this.#reach(target)
    await this.#page.keyboard.press('ControlOrMeta+a')
    await this.#page.keyboard.type(text)
    this.#actions += 1
  }

  /** Types words into the command palette and runs the first item: two actions. */
  async run(words: string, title: string): Promise<void> {
    const item = await this.#openPalette(title)
    await this.#page.keyboard.type(words)
    this.#actions += 1
    await expect(item).toHaveAttribute(highlighted)
    await this.#press('Enter')
  }

  /** Goes up to an item of the palette by arrows: one action. */
  async pick(title: string): Promise<void> {
    const item = await this.#openPalette(title)
    for (let presses = 0; (await item.getAttribute(highlighted)) === null; presses += 1) {
      expect(presses, `${title} is reached by arrows`).toBeLessThan(maxPresses)
      await this.#page.keyboard.press('ArrowUp')
    }
    await this.#press('Enter')
  }

  /** Fills a field of date and time with the same day of the next year: its third part is the year. */
  async fillNextYear(target: Locator): Promise<void> {
    await this.#reach(target)
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowUp']) await this.#page.keyboard.press(key)
    this.#actions += 1
  }

  /** Chooses in a native list by its arrows. */
  async choose(target: Locator, option: string): Promise<void> {
    await this.#reach(target)
    const chosen = target.locator('option:checked')
    for (let presses = 0; (await chosen.innerText()) !== option; presses += 1) {
      expect(presses, `${option} is reached by arrows`).toBeLessThan(maxPresses)
      await this.#page.keyboard.press('ArrowDown')
    }
    this.#actions += 1
  }

  /** Ticks a box. */
  async tick(target: Locator): Promise<void> {
    await this.#reach(target)
    await this.#press('Space')
    await expect(target).toBeChecked()
  }

  /** Opens the chooser of files by Enter and chooses one: two actions. */
  async chooseFile(target: Locator, file: File): Promise<void> {
    const opening = this.#page.waitForEvent('filechooser')
    await this.enter(target)
    await (await opening).setFiles(file)
    this.#actions += 1
  }

  async #reach(target: Locator): Promise<void> {
    await expect(target).toBeVisible()
    for (let presses = 0; !(await hasFocus(target)); presses += 1) {
      expect(presses, `${String(target)} is reached by Tab`).toBeLessThan(maxPresses)
      await this.#page.keyboard.press('Tab')
    }
  }

  async #press(key: 'Enter' | 'Space'): Promise<void> {
    await this.#page.keyboard.press(key)
    this.#actions += 1
  }

  async #openPalette(title: string): Promise<Locator> {
    await this.#page.keyboard.press('ControlOrMeta+k')
    await expect(this.#page.getByRole('combobox')).toBeFocused()
    return this.#page.getByRole('option', { name: title, exact: true })
  }
}

type File = { name: string; mimeType: string; buffer: Buffer }

/** The attribute of the palette's item that Enter runs. */
const highlighted = 'data-highlighted'

function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element === document.activeElement)
}
