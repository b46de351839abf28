/** The places of which pictures are taken. A place is a screen of a portal, or a dialog that presses open over a screen. */

import type { Page } from '@playwright/test'

import { memberCodePath, pathTo } from '#portal/path/paths.ts'

export type Place = {
  name: string
  path: string
  /** The names of the links and buttons to press at the place, one after the other. */
  presses?: (string | RegExp)[]
  /** A selector of what the place shows last, in a chunk of its own that loads after the page. */
  shows?: string
}

/** The screens that a guest sees. The last one leads to the login, with its reason. */
export const guestPlaces: Place[] = [
  ...(
    [
      'login',
      'register',
      'auth.link_login',
      'forgot-password',
      'reset-password',
      'confirm-email',
      'subscription',
      'home',
    ] as const
  ).map((name) => ({ name, path: pathTo(name) })),
  { name: 'not-found', path: '/nada' },
]

/** The screens of a signed-in customer. Nothing here changes the account, so that the pictures do not depend on their order. */
export const customerPlaces: Place[] = [
  { name: 'home', path: pathTo('home') },
  { name: 'member-code', path: memberCodePath, shows: '[data-qr-code]' },
  { name: 'drawer', path: pathTo('home'), presses: ['Mais'] },
  { name: 'bell', path: pathTo('home'), presses: [/notifica/i] },
  { name: 'account', path: pathTo('home'), presses: [/^Sua conta/] },
  { name: 'expiring', path: pathTo('home'), presses: ['Ver todas as datas'] },
  { name: 'prizes', path: pathTo('prizes') },
  { name: 'price', path: pathTo('prizes'), presses: [/^Filtrar/] },
  { name: 'vouchers', path: pathTo('prizes', {}, { tab: 'to_withdraw' }) },
  { name: 'favorites', path: pathTo('prizes', {}, { tab: 'favorite' }) },
  { name: 'redeem', path: pathTo('prizes'), presses: ['Água com gás da casa', 'Trocar'] },
  { name: 'history', path: pathTo('history') },
  { name: 'calculation', path: pathTo('history'), presses: ['Como calculamos'] },
  { name: 'statement', path: pathTo('history'), presses: [/^Extrato/] },
  { name: 'levels', path: pathTo('levels') },
  { name: 'promotion', path: pathTo('promotion') },
  { name: 'settings', path: pathTo('settings') },
  { name: 'erase', path: pathTo('settings'), presses: ['Excluir minha conta'] },
  { name: 'faq', path: pathTo('faq') },
  { name: 'subscription', path: pathTo('subscription') },
  { name: 'authorization', path: pathTo('authorization') },
]

/** The names of the first and the last prize of the store. */
export const prizePlaceNames = ['prize-1', 'prize-2']

export const promotionPlaceName = 'promotion-offer'

/** The first and the last prize of the store: the last one often asks for more than the customer has. */
export async function prizePlaces(page: Page, origin: string): Promise<Place[]> {
  await page.goto(`${origin}${pathTo('prizes')}`)
  const links = page.locator(`main a[href^="${pathTo('prizes')}/"]`)
  // A company may have no prizes.
  const found = await links
    .first()
    .waitFor({ timeout: 5_000 })
    .then(() => links.all())
    .catch(() => [])
  const ends = [found[0], found.at(-1)].filter((link) => link !== undefined)
  const hrefs = await Promise.all(ends.map((link) => link.getAttribute('href')))
  return hrefs.map((href, at) => ({ name: prizePlaceNames[at]!, path: href! }))
}

/** The promotion of the company's banner. */
export async function promotionPlaces(page: Page, origin: string): Promise<Place[]> {
  await page.goto(`${origin}${pathTo('promotion')}`)
  const link = page.locator(`main a[href^="${pathTo('promotion')}/"]`).first()
  const href = await link
    .getAttribute('href', { timeout: 5_000 })
    // A banner may have no promotion.
    .catch(() => null)
  return href ? [{ name: promotionPlaceName, path: href }] : []
}
