/**
 * The page before any script has run. Logo, name and colours are placed as on the screen that follows, so that the
 * layout does not shift. The file portal/first-paint.css has the sizes, and e2e/page.spec.ts compares the two.
 */

import { logoHtml } from '#api/company/logo-html.ts'
import { escapeHtml } from '#api/http/escape-html.ts'
import { pictureSource } from '#contract/brand/picture.ts'
import type { Company } from '#contract/company.ts'
import { errorCodes } from '#contract/error.ts'

export type Painted = 'guest' | 'signed_in' | 'waiting' | 'unavailable'

/** The first paint depends on whether the browser has a token, never on the customer. */
export function firstPaint(company: Company, painted: Painted): string {
  const name = escapeHtml(company.program_name)
  const logo = logoHtml(company, { alt: '', className: 'first-logo' })
  const paints: Record<Painted, string> = {
    guest: `<div class="first-frame"><header>${logo}${home(company)}${banner(company)}</header><main>${form(name)}</main></div>`,
    signed_in: `<header class="first-navbar">${logo}</header><main class="first-wait"><h1>${name}</h1></main>`,
    waiting: `<main class="first-wait">${logo}<h1>${name}</h1></main>`,
    unavailable: `<main class="first-wait">${logo}<p>${name}</p><h1>${errorCodes.company_unavailable.message}</h1></main>`,
  }
  return paints[painted]
}

/** The page of a host name without a company: only the message (R1.2). */
export const nobodysPaint = `<main class="first-wait"><h1>${errorCodes.company_not_found.message}</h1></main>`

function home({ home, theme }: Company): string {
  return home
    ? `<div class="first-home" data-hero="${theme.hero}"><p class="first-title">${escapeHtml(home.title)}</p><p class="first-text">${escapeHtml(home.text)}</p></div>`
    : ''
}

/** The same `src` and `srcset` as the portal's, so that the browser loads one picture. */
function banner({ banner }: Company): string {
  if (!banner) return '<div class="first-banner first-pattern"></div>'
  const { src, srcSet, sizes } = pictureSource(banner.image_url, '50vw')
  return `<img class="first-banner" src="${src}"${srcSet ? ` srcset="${srcSet}" sizes="${sizes}"` : ''} alt="" loading="lazy">`
}

/** A placeholder for the form of the screen that follows. Its heading is the programme's name. */
function form(name: string): string {
  return `<div class="first-card"><h1>${name}</h1><i></i><i></i><b></b></div>`
}
