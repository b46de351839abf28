/**
 * How a company's screens look beside their colours: `theme` in company.yaml. Every choice becomes values of the same CSS
 * custom properties, so no component knows the company. The first value of each list is the default.
 */

import * as z from 'zod/mini'

import { chosenFrom } from '#contract/value/text.ts'

import { fonts, titleFont } from './font.ts'
import { heroes } from './hero.ts'

const shapes = ['soft', 'sharp', 'round'] as const
const surfaces = ['elevated', 'flat', 'outlined'] as const
/** `device`: light or dark, as each device asks. */
const schemes = ['device', 'light', 'dark'] as const

export const defaultLook = {
  scheme: schemes[0],
  shape: shapes[0],
  surface: surfaces[0],
  hero: heroes[0],
  font: fonts[0],
}

export const Look = z.strictObject({
  scheme: z._default(chosenFrom(schemes), defaultLook.scheme),
  shape: z._default(chosenFrom(shapes), defaultLook.shape),
  surface: z._default(chosenFrom(surfaces), defaultLook.surface),
  hero: z._default(chosenFrom(heroes), defaultLook.hero),
  font: z._default(chosenFrom(fonts), defaultLook.font),
})
export type Look = z.infer<typeof Look>

type Properties = Record<string, string>

/**
 * Corner radii: --radius for buttons and fields, --radius-large for cards and dialogs, --radius-small for inline pictures,
 * --radius-round for chips, badges and bars.
 */
const shapeProperties: Record<Look['shape'], Properties> = {
  soft: {
    radius: '0.875rem',
    'radius-large': '1.25rem',
    'radius-small': '0.5rem',
    'radius-round': '999px',
  },
  sharp: {
    radius: '0.125rem',
    'radius-large': '0.1875rem',
    'radius-small': '0.125rem',
    'radius-round': '0.125rem',
  },
  round: {
    radius: '1.5rem',
    'radius-large': '2rem',
    'radius-small': '0.875rem',
    'radius-round': '999px',
  },
}

/**
 * --edge is the border of a card, --shadow its shadow. A flat card keeps a transparent border, because high contrast mode
 * draws it and because all cards then have the same size.
 */
const surfaceProperties: Record<Look['surface'], { light: Properties; dark: Properties }> = {
  elevated: {
    light: {
      edge: '1px solid var(--line)',
      shadow: '0 1px 2px rgb(0 0 0 / 6%), 0 8px 24px rgb(0 0 0 / 6%)',
    },
    dark: { shadow: '0 1px 2px rgb(0 0 0 / 40%)' },
  },
  flat: { light: { edge: '1px solid transparent', shadow: '0 0 #0000' }, dark: {} },
  outlined: { light: { edge: '2px solid var(--control)', shadow: '0 0 #0000' }, dark: {} },
}

/**
 * --shadow-high is the shadow of what lies above the page, --scrim covers the page below it, and --mark-ring keeps a mark
 * visible whose dark colour meets a dark card.
 */
const schemeProperties: { light: Properties; dark: Properties } = {
  light: {
    'shadow-high': '0 2px 6px rgb(0 0 0 / 10%), 0 20px 48px rgb(0 0 0 / 18%)',
    scrim: 'rgb(0 0 0 / 48%)',
    'mark-ring': '0 0 #0000',
  },
  dark: {
    'shadow-high': '0 20px 48px rgb(0 0 0 / 60%)',
    scrim: 'rgb(0 0 0 / 64%)',
    'mark-ring': '0 0 0 1px var(--control)',
  },
}

/** The properties of both schemes, and the values that differ in the dark scheme. */
export function lookProperties({ shape, surface, font }: Look): {
  light: Properties
  dark: Properties
} {
  const { light, dark } = surfaceProperties[surface]
  return {
    light: {
      ...shapeProperties[shape],
      ...schemeProperties.light,
      ...light,
      'font-title': titleFont(font),
      // The spaces of the loaded fonts are narrow in large type.
      'title-word-spacing': font === 'system' ? 'normal' : '0.08em',
    },
    dark: { ...schemeProperties.dark, ...dark },
  }
}
