/** One layout for all mails: tables and inline styles, as mail programs need; readable at 320 px, light and dark. */

import { escapeHtml } from '#api/http/escape-html.ts'
import { type Brand, brandColours } from '#contract/theme.ts'

import { linkHint, type MailText, senderHint, unsubscribeHint } from './text.ts'

export type MailContent = MailText & {
  greeting: string
  link: string
  /** Where mails of this kind end; absent where they cannot, as for a link that was requested. */
  unsubscribe?: string
  company: { name: string; program_name: string } & Brand
  /** Whether the mail has the logo as its attachment `logo_cid`. */
  hasLogo: boolean
}

export const logoCid = 'logo'

export function htmlPart(content: MailContent): string {
  const { subject, greeting, paragraphs, button, footnote, link, company } = content
  const { light, dark } = brandColours(company)
  const text = 'margin:0 0 16px;font-size:16px;line-height:1.5'
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: ${dark['page']} !important; }
  .card { background: ${dark['surface']} !important; border-color: ${dark['line']} !important; }
  .card, .card p { color: ${dark['text']} !important; }
  .brand { color: ${dark['brand-text']} !important; }
  .logo { padding: 8px 12px !important; }
  .button, .button a { background: ${dark['brand']} !important; color: ${dark['on-brand']} !important; }
  .soft, .soft a, .card p.soft { color: ${dark['text-soft']} !important; }
}
</style>
</head>
<body class="page" style="margin:0;background:${light['page']};font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:${light['page']}">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td class="brand" style="padding:0 8px 16px;font-size:18px;font-weight:700;color:${light['brand-text']}">${heading(content, light['page'])}</td></tr>
<tr><td class="card" style="padding:28px 24px;background:${light['surface']};border:1px solid ${light['line']};border-radius:16px;color:${light['text']}">
<p style="${text};font-size:20px;font-weight:700">${escapeHtml(greeting)}</p>
${paragraphs.map((paragraph) => `<p style="${text}">${escapeHtml(paragraph)}</p>`).join('\n')}
<table role="presentation" cellpadding="0" cellspacing="0" style="margin:24px 0"><tr><td class="button" bgcolor="${light['brand']}" style="border-radius:12px;background:${light['brand']};text-align:center"><a href="${escapeHtml(link)}" style="display:inline-block;padding:14px 24px;border-radius:12px;color:${light['on-brand']};font-size:16px;font-weight:700;line-height:1.25;text-decoration:none">${escapeHtml(button)}</a></td></tr></table>
<p class="soft" style="margin:0 0 16px;font-size:13px;line-height:1.5;color:${light['text-soft']}">${escapeHtml(linkHint)}<br><a href="${escapeHtml(link)}" style="color:${light['text-soft']};word-break:break-all">${escapeHtml(link)}</a></p>
<p class="soft" style="margin:0;font-size:13px;line-height:1.5;color:${light['text-soft']}">${escapeHtml(footnote)}</p>
</td></tr>
<tr><td class="soft" style="padding:16px 8px;font-size:13px;line-height:1.5;color:${light['text-soft']}">${escapeHtml(senderHint(company.program_name))}${unsubscribeLink(content, light['text-soft'])}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>`
}

/**
 * The logo, with the programme's name as its alternative text. A logo is drawn for a light page, so in dark mode it keeps the
 * light background.
 */
function heading({ company, hasLogo }: MailContent, page: string | undefined): string {
  const name = escapeHtml(company.program_name)
  const logo = `<img class="logo" src="cid:${logoCid}" alt="" height="36" style="display:block;height:36px;max-width:220px;margin-bottom:12px;border-radius:8px;background:${page}">`
  return hasLogo ? `${logo}${name}` : name
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
}: MailContent): string {
  return [
    greeting,
    ...paragraphs,
    `${button}:\n${link}`,
    footnote,
    `--\n${company.program_name}\n${senderHint(company.program_name)}`,
    ...(unsubscribe ? [`${unsubscribeHint}:\n${unsubscribe}`] : []),
  ].join('\n\n')
}
