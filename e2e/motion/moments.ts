import type { Page } from '@playwright/test'

type Moments = {
  /** Each view transition: whether it moved, or was skipped. */
  transitions: ('moved' | 'skipped')[]
  /** How often confetti fell. */
  confetti: number
  /** How often a dialog opened. One that closes and opens again counts again. */
  modals: number
  /** How often a picture of a closed dialog faded. */
  leaving: number
}

/** Counts what moves on the page, from its next load on. Call the returned function for the figures. */
export async function watchMoments(page: Page): Promise<() => Promise<Moments>> {
  await page.addInitScript(() => {
    const moments: Moments = { transitions: [], confetti: 0, modals: 0, leaving: 0 }
    Object.assign(window, { moments })
    const start = document.startViewTransition.bind(document)
    document.startViewTransition = (update) => {
      const transition = start(update)
      transition.ready.then(
        () => moments.transitions.push('moved'),
        () => moments.transitions.push('skipped'),
      )
      return transition
    }
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        if (target instanceof HTMLDialogElement && target.open) moments.modals += 1
      }
    }).observe(document, { attributes: true, attributeFilter: ['open'], subtree: true })
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        const part = node instanceof HTMLElement ? node.dataset['part'] : undefined
        if (part === 'confetti' || part === 'leaving') moments[part] += 1
      }
    }).observe(document, { childList: true, subtree: true })
  })
  return () => page.evaluate(() => (window as unknown as { moments: Moments }).moments)
}
