/**
 * What is seen before any script has run: the company's logo, name and colours, where the screen that follows will have
 * them, so that nothing jumps. portal/first-paint.css has the measures, and e2e/page.spec.ts compares the two.
 */

import { escapeHtml } from '#api/http/escape-html.ts'
import type { Company } from '#contract/company.ts'
import { errorCodes } from '#contract/error.ts'
import { pictureSource } from '#contract/picture.ts'

export type Painted = 'guest' | 'signed_in' | 'waiting' | 'unavailable'

/** A token says that somebody is signed in, not who: the page is the same for all of them. */
export function firstPaint(company: Company, painted: Painted): string {
  const name = escapeHtml(company.program_name)
  const logo = picture('first-logo', company.logo_url, '12rem')
  const paints: Record<Painted, string> = {
    guest: `<div class="first-frame"><header>${logo}${home(company)}${banner(company)}</header><main>${form(name)}</main></div>`,
    signed_in: `<header class="first-navbar">${logo}</header><main class="first-wait"><h1>${name}</h1></main>`,
    waiting: `<main class="first-wait">${logo}<h1>${name}</h1></main>`,
    unavailable: `<main class="first-wait">${logo}<p>${name}</p><h1>${errorCodes.company_unavailable.message}</h1></main>`,
  }
  return paints[painted]
}

/** No company's: nothing but what there is to say (R1.2). */
export const nobodys_paint = `<main class="first-wait"><h1>${errorCodes.company_not_found.message}</h1></main>`

function home({ home }: Company): string {
  return home
    ? `<div><p class="first-title">${escapeHtml(home.title)}</p><p class="first-text">${escapeHtml(home.text)}</p></div>`
    : ''
}

function banner({ banner }: Company): string {
  return banner ? picture('first-banner', banner.image_url, '50vw') : ''
}

/** As the portal will ask for it, so that nothing is loaded twice. */
function picture(class_name: string, url: string, sizes: string): string {
  const { src, srcSet, sizes: shown } = pictureSource(url, sizes)
  return `<img class="${class_name}" src="${src}"${srcSet ? ` srcset="${srcSet}" sizes="${shown}"` : ''} alt="">`
}

/** A form as it will stand there: its title's place has the programme's name meanwhile. */
function form(name: string): string {
  return `<div class="first-card"><h1>${name}</h1><i></i><i></i><b></b></div>`
}
