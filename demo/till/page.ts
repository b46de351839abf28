/** The HTML of the demo's till: the page and its changing parts. */

import { logoHtml } from '#api/company/logo-html.ts'
import { escapeHtml } from '#api/http/escape-html.ts'
import { themeCss } from '#contract/brand/theme.ts'
import type { Company } from '#contract/company.ts'
import type { TillIntention } from '#contract/intention.ts'
import type { PartnerCustomer } from '#contract/partner.ts'
import type { CalculationRule, GeneratedPoints } from '#contract/points.ts'
import { localTime } from '#contract/value/date.ts'
import { formatMoney } from '#contract/value/money.ts'
import type { Voucher } from '#contract/voucher.ts'

import { points, text } from './text.ts'

type Filled = { document: string; shop: string }

/** The page in the company's colours. till.js writes all changes into it. */
export function tillPage(
  company: Company,
  { document, shop }: Filled,
  nonce: string,
  rules: CalculationRule[],
): string {
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(text.title(company.name))}</title>
<link rel="icon" href="${company.favicon_url}">
<style nonce="${nonce}">${themeCss(company)}${titleFace(company)}</style>
<link rel="stylesheet" href="/_demo/caixa/till.css">
<script type="module" src="/_demo/caixa/till.js"></script>
</head>
<body data-no-connection="${text.noConnection}" data-no-camera="${text.noCamera}">
<header>
${logoHtml(company, { alt: company.name })}
<span>${text.demo}</span>
</header>
<main>
<h1>${text.heading}</h1>
<p class="soft">${text.explanation} <a href="/" target="_blank" rel="noopener">${text.portal}</a></p>
<div class="columns">
<div class="column">
<form class="card" id="who" data-action="find">
<h2>${text.customer}</h2>
<div class="pair">
${field('document', text.document, document, 'inputmode="text" autocapitalize="none" spellcheck="false" maxlength="60"')}
${field('shop', text.shop, shop, 'maxlength="191"')}
</div>
<div class="pair">
<button class="quiet">${text.find}</button>
<button class="quiet" type="button" id="scan">${text.scan}</button>
</div>
<div id="customer"></div>
</form>
<div id="charge"></div>
${operation('sell', text.sell, text.sellSubmit, saleFields(rules), true)}
${operation('charge', text.charge, text.chargeSubmit, chargeFields(company))}
${operation('withdraw', text.withdraw(company.prize_word), text.withdrawSubmit, [field('code', text.voucherCode, '', 'autocapitalize="characters" maxlength="60"')])}
</div>
<section class="card" aria-labelledby="receipts-title">
<h2 id="receipts-title">${text.receipts}</h2>
<ol id="receipts"></ol>
<p class="soft" id="no-receipts">${text.noReceipts}</p>
</section>
</div>
</main>
<dialog id="scanner" aria-labelledby="scanner-title">
<h2 id="scanner-title">${text.scan}</h2>
<p class="soft">${text.scanHint}</p>
<video muted playsinline></video>
<output data-other="${text.scanOther}"></output>
<button class="quiet" type="button">${text.scanCancel}</button>
</dialog>
<output id="said" tabindex="-1"></output>
</body>
</html>`
}

/** The company's font of titles, whose name themeCss uses. */
function titleFace({ theme: { font } }: Company): string {
  if (font === 'system') return ''
  return `@font-face{font-family:fiel-${font};font-weight:100 900;src:url(/_demo/caixa/title.woff)}`
}

const decimal = 'inputmode="decimal" maxlength="12"'

/** The fields of a sale. A company with several rules gets a choice; the first rule is the default, as in the API. */
function saleFields(rules: CalculationRule[]): string[] {
  const purchase = field('purchase_value', text.purchase_value, '45,90', decimal)
  if (rules.length < 2) return [purchase]
  const options = rules.map(
    ({ key, name }) => `<option value="${escapeHtml(key)}">${escapeHtml(name)}</option>`,
  )
  return [
    purchase,
    `<label>${text.rule}<select name="calculation_rule_id">${options.join('')}</select></label>`,
  ]
}

function chargeFields(company: Company): string[] {
  const purchase = field('purchase_value', text.purchase_value, '45,90', decimal)
  if (company.display_mode === 'POINTS' && !company.hide_points) {
    return [
      purchase,
      field('points_amount', text.points_amount, '100', 'inputmode="numeric" maxlength="9"'),
    ]
  }
  return [purchase, field('points_value', text.points_value, '5,00', decimal)]
}

/** A `<details>` element. All have the same name, so the browser keeps only one open. */
function operation(
  action: string,
  name: string,
  submit: string,
  fields: string[],
  is_open: boolean = false,
): string {
  return `<details class="card ${action}" name="operation"${is_open ? ' open' : ''}>
<summary><h2>${name}</h2></summary>
<form data-action="${action}">
<div class="pair">${fields.join('\n')}</div>
<button>${submit}</button>
</form>
</details>`
}

function field(name: string, label: string, value: string, attributes: string): string {
  return `<label>${label}<input name="${name}" value="${escapeHtml(value)}" autocomplete="off" required ${attributes}></label>`
}

/** 'over': the member code that named the customer has expired. */
export function customerPart(company: Company, customer: PartnerCustomer | null | 'over'): string {
  if (customer === 'over') return `<p class="soft">${text.codeOver}</p>`
  if (!customer) return `<p class="soft">${text.unknown}</p>`
  const { name, balance, can_spend } = customer
  const amount = amountOf(company, balance.amount_balance, balance.value_balance)
  return `<p><strong>${escapeHtml(name ?? text.unregistered)}</strong> ${text.balance(amount)}</p>
${can_spend ? '' : `<p class="soft">${text.cannotSpend}</p>`}`
}

/** The state of an open intention and the till's possible actions. Empty for an ended intention. */
export function chargePart(company: Company, intention: TillIntention): string {
  const { id, status, points_amount, points_value } = intention
  if (status !== 'PENDING' && status !== 'AUTHORIZED') return ''
  const amount = amountOf(company, points_amount, points_value)
  const idField = `<input type="hidden" name="id" value="${id}">`
  const code = field('code', text.code, '', 'inputmode="numeric" pattern="[0-9]{6}" maxlength="6"')
  return `<section class="card charge" data-open="${id}" data-status="${status}" aria-labelledby="charge-title">
<h2 id="charge-title">${text.charging(amount)}</h2>
<p class="state">${text[status]}</p>
<form data-action="capture">${idField}
${status === 'PENDING' ? `${code}<button>${text.captureCode}</button>` : `<button>${text.capture}</button>`}
</form>
<form data-action="cancel">${idField}<button class="quiet">${text.cancel}</button></form>
</section>`
}

/** A line in the till's list. A line with `record_id` moved points and can be undone. */
type Receipt = { what: string; amount: string; at: string; record_id: string | null }

export function saleReceipt(company: Company, sale: GeneratedPoints): string {
  return receipt(company, {
    // Both are set in every answer to a sale.
    what: text.sale(sale.purchase_value!, sale.calculation!.rule),
    amount: text.earned(amountOf(company, sale.points_amount, sale.points_value)),
    at: sale.created_at,
    record_id: sale.id,
  })
}

export function useReceipt(
  company: Company,
  purchase_value: number,
  captured: NonNullable<TillIntention['captured']>,
  at: string,
): string {
  return receipt(company, {
    what: text.use(purchase_value),
    amount: text.used(amountOf(company, captured.points_amount, captured.points_value)),
    at,
    record_id: captured.record_id,
  })
}

export function prizeReceipt(company: Company, voucher: Voucher, at: string): string {
  return receipt(company, {
    what: voucher.prize.name,
    amount: text.prize(company.prize_word),
    at,
    record_id: null,
  })
}

function receipt({ time_zone }: Company, { what, amount, at, record_id }: Receipt): string {
  const undo = record_id
    ? `<div id="undo-${record_id}"><form data-action="reverse"><input type="hidden" name="id" value="${record_id}">
<button class="quiet" aria-label="${escapeHtml(text.reverseNamed(what))}">${text.reverse}</button></form></div>`
    : ''
  const id = record_id ? ` id="receipt-${record_id}"` : ''
  return `<li${id}><div><strong>${escapeHtml(what)}</strong>
<span>${escapeHtml(amount)}</span> <time datetime="${at}">${localTime(new Date(at), time_zone)}</time></div>${undo}</li>`
}

/** An amount in one line, in the company's display mode (D7). */
export function amountOf(
  { display_mode, hide_points, hide_cashback }: Company,
  amount: number,
  centavos: number,
): string {
  if (hide_points) return formatMoney(centavos)
  if (hide_cashback) return points(amount)
  return display_mode === 'POINTS'
    ? `${points(amount)} (${formatMoney(centavos)})`
    : `${formatMoney(centavos)} (${points(amount)})`
}
