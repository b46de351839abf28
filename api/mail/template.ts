/** One layout for all mails: tables and inline styles, as mail programs need; readable at 320 px, light and dark. */

import { escapeHtml } from '#api/http/escape-html.ts'
import type { LoadedFont } from '#contract/brand/font.ts'
import { lookProperties } from '#contract/brand/look.ts'
import { colorSchemeOf, shownColours } from '#contract/brand/theme.ts'
import type { Company } from '#contract/company.ts'

import { linkHint, type MailText, senderHint, unsubscribeHint } from './text.ts'

export type MailContent = MailText & {
  greeting: string
  link: string
  /** The URL to unsubscribe from mails of this kind; absent for a mail that the person requested. */
  unsubscribe?: string
  company: Company
  /** Why the person gets this mail; absent: as a customer. */
  reason?: string
  /** Whether the logos are attached under their `logoCids`. */
  has: { logo: boolean; darkLogo: boolean }
}

export const logoCids = { light: 'logo', dark: 'dark-logo' } as const

export function htmlPart(content: MailContent): string {
  const { subject, greeting, paragraphs, footnote, link, company } = content
  const { light, dark } = shownColours(company)
  const schemes = colorSchemeOf(company)
  const shape = shapeOf(company)
  const title = titleFontOf(company)
  const text = 'margin:0 0 16px;font-size:16px;line-height:1.5'
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="${schemes}">
<meta name="supported-color-schemes" content="${schemes.replace('only ', '')}">
<title>${escapeHtml(subject)}</title>
<style>
:root { color-scheme: ${schemes}; }
@media (prefers-color-scheme: dark) {
  .page { background: ${dark['page']} !important; }
  .card { background: ${dark['surface']} !important; border-color: ${dark[shape.edge]} !important; border-top-color: ${dark['brand-edge']} !important; }
  .card, .card p { color: ${dark['text']} !important; }
  .brand { color: ${dark['brand-text']} !important; }
  ${darkLogoCss(content, dark)}
  .button, .button a { background: ${dark['brand']} !important; color: ${dark['on-brand']} !important; }
  .soft, .soft a, .card p.soft { color: ${dark['text-soft']} !important; }
}
</style>
</head>
<body class="page" style="margin:0;background:${light['page']};font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="table-layout:fixed;background:${light['page']}">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="table-layout:fixed;max-width:560px;word-break:break-word;overflow-wrap:anywhere">
<tr><td class="brand" style="padding:0 8px 16px;${title}font-size:18px;font-weight:700;color:${light['brand-text']}">${heading(content, light)}</td></tr>
<tr><td class="card" style="padding:28px 24px;background:${light['surface']};border:${shape.border_px}px solid ${light[shape.edge]};border-top:4px solid ${light['brand-edge']};border-radius:0 0 ${shape.card_px}px ${shape.card_px}px;color:${light['text']}">
<p style="${text};${title}font-size:20px;font-weight:700">${escapeHtml(greeting)}</p>
${paragraphs.map((paragraph) => `<p style="${text}">${escapeHtml(paragraph)}</p>`).join('\n')}
${buttonTable(content, { shape, title })}
<p class="soft" style="margin:0 0 16px;font-size:13px;line-height:1.5;color:${light['text-soft']}">${escapeHtml(linkHint)}<br><a href="${escapeHtml(link)}" style="color:${light['text-soft']};word-break:break-all">${escapeHtml(link)}</a></p>
<p class="soft" style="margin:0;font-size:13px;line-height:1.5;color:${light['text-soft']}">${escapeHtml(footnote)}</p>
</td></tr>
<tr><td class="soft" style="padding:16px 8px;font-size:13px;line-height:1.5;color:${light['text-soft']}">${escapeHtml(content.reason ?? senderHint(company.program_name))}${unsubscribeLink(content, light['text-soft'])}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>`
}

type Shape = ReturnType<typeof shapeOf>

/** The link as a button. The cell has the colour and the link the padding, so that a press on the edge follows the link. */
function buttonTable(
  { button, link, company }: MailContent,
  { shape, title }: { shape: Shape; title: string },
): string {
  const { light } = shownColours(company)
  const radius = `border-radius:${shape.button_px}px`
  const cell = `${radius};background:${light['brand']};text-align:center`
  const box = `display:inline-block;padding:14px 24px;${radius};color:${light['on-brand']}`
  const font = `${title}font-size:16px;font-weight:700;line-height:1.25;text-decoration:none`
  return [
    '<table role="presentation" cellpadding="0" cellspacing="0" style="margin:24px 0">',
    `<tr><td class="button" bgcolor="${light['brand']}" style="${cell}">`,
    `<a href="${escapeHtml(link)}" style="${box};${font}">${escapeHtml(button)}</a>`,
    '</td></tr></table>',
  ].join('')
}

/** Corners and border of the company's cards and buttons. A flat card has no border: its colour sets it apart. */
function shapeOf({ theme }: Company) {
  const { light } = lookProperties(theme)
  const px = (property: string) => Math.round(parseFloat(light[property]!) * rem_px)
  return {
    card_px: px('radius-large'),
    button_px: px('radius'),
    ...borders[theme.surface],
  }
}

/**
 * A mail loads no font from the company, because that would report each reading. Each family begins with the fonts of common
 * devices that resemble the portal's font of titles.
 */
const titleFonts: Record<LoadedFont, string> = {
  grotesk: "'Space Grotesk','Avenir Next','Century Gothic',sans-serif",
  humanist: "Cabin,'Gill Sans','Gill Sans MT','Trebuchet MS',sans-serif",
  rounded:
    "Quicksand,ui-rounded,'SF Pro Rounded','Arial Rounded MT Bold','Trebuchet MS',sans-serif",
  slab: "'Roboto Slab',Rockwell,'Rockwell Nova',Georgia,serif",
  serif: "'Crimson Pro','Iowan Old Style','Palatino Linotype',Palatino,Georgia,serif",
  display: "'Archivo Black','Arial Black','Avenir Next Heavy',sans-serif",
}

/** The style of the font of titles. Empty for the device's own font, which the whole mail uses already. */
function titleFontOf({ theme: { font } }: Company): string {
  return font === 'system' ? '' : `font-family:${titleFonts[font]};`
}

/** The browsers’ size of `1rem`, because many mail programs know no `rem`. */
const rem_px = 16
const borders = {
  elevated: { border_px: 1, edge: 'line' },
  flat: { border_px: 0, edge: 'line' },
  outlined: { border_px: 2, edge: 'control' },
} as const

/** The logo above the programme's name. Mail programs that drop the style element show the light logo. */
function heading({ company, has }: MailContent, light: Record<string, string>): string {
  const name = escapeHtml(company.program_name)
  const logo = (scheme: 'light' | 'dark', style: string) =>
    `<img class="${scheme}-logo" src="cid:${logoCids[scheme]}" alt="" height="36" style="height:36px;max-width:220px;margin-bottom:12px;${style}">`
  const plate = light['logo-plate']
  const ground = plate ? `padding:8px 12px;background:${plate}` : `background:${light['page']}`
  return [
    has.logo && logo('light', `display:block;border-radius:8px;${ground}`),
    has.darkLogo && logo('dark', 'display:none;mso-hide:all'),
    name,
  ]
    .filter(Boolean)
    .join('')
}

/**
 * The CSS of the logo on a dark device. It shows `logo_dark`. A company without `logo_dark` has its light logo shown, on a light
 * plate where the dark palette has one: the logo would be illegible without.
 */
function darkLogoCss({ has }: MailContent, dark: Record<string, string>): string {
  if (has.darkLogo) {
    return '.light-logo { display: none !important; } .dark-logo { display: block !important; }'
  }
  return dark['logo-plate']
    ? '.light-logo { padding: 8px 12px !important; }'
    : '.light-logo { background: none !important; }'
}

function unsubscribeLink({ unsubscribe }: MailContent, colour: string | undefined): string {
  if (!unsubscribe) return ''
  return ` <a href="${escapeHtml(unsubscribe)}" style="color:${colour}">${unsubscribeHint}</a>.`
}

export function textPart({
  greeting,
  paragraphs,
  button,
  footnote,
  link,
  unsubscribe,
  company,
  reason,
}: MailContent): string {
  return [
    greeting,
    ...paragraphs,
    `${button}:\n${link}`,
    footnote,
    `--\n${company.program_name}\n${reason ?? senderHint(company.program_name)}`,
    ...(unsubscribe ? [`${unsubscribeHint}:\n${unsubscribe}`] : []),
  ].join('\n\n')
}
