/** Numbers as people of a shop type and read them: '1.250,90'. */

import { formatInteger } from '#contract/value/money.ts'

/** '1.250' → 1250. Undefined for other text: the field keeps it and says what is wrong. */
export function parseInteger(typed: string): number | undefined {
  const text = typed.trim()
  if (!/^-?(\d+|\d{1,3}(\.\d{3})+)$/.test(text)) return undefined
  return safe(Number(text.replaceAll('.', '')))
}

/** '1,5' → 1.5. A point followed by three digits divides thousands; otherwise it is a decimal point. */
export function parseDecimal(typed: string): number | undefined {
  const text = typed.trim().replace(/\s*%$/, '')
  if (/^-?\d{1,3}(\.\d{3})+(,\d+)?$/.test(text)) {
    return Number(text.replaceAll('.', '').replace(',', '.'))
  }
  return /^-?\d+([.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : undefined
}

/** 'R$ 1.250,9' → 125090. The digits are joined as text, because a product with 100 could round. */
export function parseMoney(typed: string): number | undefined {
  const text = typed.trim().replace(/^R\$\s*/, '')
  const [, sign, reais, cents = ''] =
    /^(-?)(\d+|\d{1,3}(?:\.\d{3})+)(?:,(\d{1,2}))?$/.exec(text) ??
    /^(-?)(\d+)\.(\d{1,2})$/.exec(text) ??
    []
  if (reais === undefined) return undefined
  return safe(Number(`${sign}${reais.replaceAll('.', '')}${cents.padEnd(2, '0')}`))
}

function safe(number: number): number | undefined {
  return Number.isSafeInteger(number) ? number : undefined
}

export function integerText(value: number): string {
  return Number.isSafeInteger(value) ? formatInteger(value) : decimalText(value)
}

export function decimalText(value: number): string {
  return value.toLocaleString('pt-BR', { maximumFractionDigits: 6 })
}

/** 125090 → '1.250,90' */
export function moneyText(centavos: number): string {
  if (!Number.isSafeInteger(centavos)) return decimalText(centavos)
  const digits = String(Math.abs(centavos)).padStart(3, '0')
  const sign = centavos < 0 ? '-' : ''
  return `${sign}${formatInteger(Number(digits.slice(0, -2)))},${digits.slice(-2)}`
}
