/** The sentences about a change of the company document, in Portuguese. */

import { isCalendarDate, toBrazilianDate } from '#contract/value/date.ts'
import { isObject } from '#contract/value/json.ts'
import { counted, formatInteger, formatMoney } from '#contract/value/money.ts'

import { fieldLabel, type FieldUnit, fieldUnit } from './field-label.ts'
import { codeText } from './text.ts'

type Values = { before: unknown; after: unknown }
type Item = { field: string; value: unknown }
type Fields = Record<string, unknown>

/** Characters of a text that a sentence shows. */
const maxShown = 80
/** The name of an item that has none. */
const unnamed = 'sem nome'

type ListSentences = {
  added: (name: string, item: Fields) => string
  removed: (name: string) => string
  reordered: string
  /** The beginning of a sentence about a field of the item. */
  subject: (name: string) => string
  /** The field that names an item to people. */
  name: string
}

function listOf(
  noun: string,
  many: string,
  { article, name = 'name', note }: { article: 'o' | 'a'; name?: string; note?: Note },
): ListSentences {
  const capital = article.toUpperCase()
  const begun = `${noun[0]!.toUpperCase()}${noun.slice(1)}`
  return {
    added: (item, fields) => {
      const shown = note?.(fields)
      return `Nov${article} ${noun}: ${item}${shown ? ` (${shown})` : ''}`
    },
    removed: (item) => `Sai ${article} ${noun} ${item}`,
    reordered: `${capital}s ${many} estão em outra ordem`,
    subject: (item) => (noun === 'prêmio' ? item : `${begun} ${item}`),
    name,
  }
}
type Note = (fields: Fields) => string | undefined

const lists: Record<string, ListSentences> = {
  'calculation_rules[]': listOf('regra', 'regras', { article: 'a', note: earning }),
  'levels[]': listOf('nível', 'níveis', {
    article: 'o',
    note: ({ trigger_amount }) =>
      numbered(trigger_amount, (points) => `a partir de ${inPoints(points)}`),
  }),
  'prizes[]': listOf('prêmio', 'prêmios', {
    article: 'o',
    note: ({ value }) => numbered(value, (points) => (points === 0 ? 'grátis' : inPoints(points))),
  }),
  'promotions[]': listOf('promoção', 'promoções', { article: 'a', note: givenPoints }),
  'subsidiaries[]': listOf('loja', 'lojas', { article: 'a' }),
  'faq.items[]': listOf('pergunta', 'perguntas', { article: 'a', name: 'question' }),
  'how_it_works.steps[]': listOf('passo de Como funciona', 'passos de Como funciona', {
    article: 'o',
    name: 'title',
  }),
  'footer.links[]': listOf('link do rodapé', 'links do rodapé', { article: 'o', name: 'text' }),
  'adjustments.reasons[]': listOf('motivo de ajuste', 'motivos de ajuste', { article: 'o' }),
  'other_domains[]': listOf('endereço do portal', 'endereços do portal', { article: 'o' }),
  'webhooks[]': listOf('webhook', 'webhooks', { article: 'o' }),
}

/** 'Novo prêmio: Bolo (300 pontos)', 'Sai o nível Ouro'. */
export function itemSentence(
  field: string,
  item: unknown,
  what: 'added' | 'removed',
  items: Item[],
): string {
  const sentences = lists[field]
  const name = nameOf({ field, value: item })
  if (sentences) {
    return what === 'added'
      ? sentences.added(name, isObject(item) ? item : {})
      : sentences.removed(name)
  }
  const label = labelOf(field.replace(/\[\]$/, ''), items)
  return what === 'added' ? `${label}: entra ${name}` : `${label}: sai ${name}`
}

/** 'Ingresso ganha 5.000 códigos novos'. */
export function codesSentence(prize: Item, added: number): string {
  return codeText.added(nameOf(prize), added)
}

/** `prize`: undefined for a prize that the draft has added itself. */
export function lostCodesSentence(
  prize: Item | undefined,
  key: string,
  added: number,
  text: 'lost' | 'deleted',
): string {
  return codeText[text](prize ? nameOf(prize) : key, added)
}

/** 'Os prêmios estão em outra ordem'. */
export function orderSentence(field: string): string {
  return lists[`${field}[]`]?.reordered ?? `${labelOf(field, [])}: outra ordem`
}

/** The sentence for a field or a group that has another value. `items`: those around it, the outermost first. */
export function valueSentence(field: string, values: Values, items: Item[]): string {
  const item = items.at(-1)
  const fields = isObject(item?.value) ? item.value : {}
  const own = item && ownSentences[field]?.(nameOf(item), values, fields)
  if (own) return own
  const label = labelOf(field, items)
  // The URL of a webhook may hold a secret, and a malformed draft may have the URL in any element of the list.
  if (isOfWebhook(field) && field !== 'webhooks[].types') return `${label}: mudou`
  const { before, after } = values
  if (fieldLabel(field)?.article) return longSentence(field, values, items)
  if (typeof after === 'boolean' && (typeof before === 'boolean' || isNothing(before))) {
    return `${label}: agora ${after ? 'sim' : 'não'}`
  }
  if (isGroup(before) || isGroup(after)) return groupSentence(field, values, items)
  const unit = fieldUnit(field, fields)
  const shown = (value: unknown) => shownValue(field, value, unit)
  if (isNothing(before)) return `${label} passa a ser ${shown(after)}`
  if (isNothing(after)) return `${noneSentence(field, items)} (era ${shown(before)})`
  return `${label} passa de ${pair(before, after, shown, unit)}`
}

type OwnSentence = (name: string, values: Values, item: Fields) => string | undefined
/** Fields of items whose sentence is not made from their label. Undefined: the general sentence. */
const ownSentences: Record<string, OwnSentence> = {
  'prizes[].value': (name, { before, after }) => {
    if (typeof before !== 'number' || typeof after !== 'number') return undefined
    if (after === 0) return `${name} passa a ser grátis (custava ${inPoints(before)})`
    return `${name} passa de ${formatInteger(before)} para ${inPoints(after)}`
  },
  'prizes[].name': renamed,
  'prizes[].show_in_store': (name, { after }) =>
    after === true ? `${name} aparece na loja` : `${name} sai da loja`,
  'prizes[].codes': (name, { before, after }) => {
    if (after === 'generated') return `${name} passa a ter códigos criados pelo Fiel`
    return before === 'generated'
      ? `${name} passa a ter códigos próprios`
      : `${name}: os códigos próprios vêm de outro arquivo`
  },
  'promotions[].name': renamed,
  'calculation_rules[].name': (name, { before }) =>
    `A regra ${shownValue('', before)} agora se chama ${name}`,
  'calculation_rules[].rate': (name, values, item) => {
    const [before, after] = [rate(values.before, item), rate(values.after, item)]
    return before && after ? `A regra ${name} passa a render ${after} (antes ${before})` : undefined
  },
  'calculation_rules[].expires_in': (name, { after }) =>
    `A regra ${name}: os pontos ${lapse(after)}`,
  'promotions[].action.GENERATE_POINTS.expires_in': (name, { after }) =>
    `Promoção ${name}: os pontos ${lapse(after)}`,
  'levels[].multiplier': (name, { before, after }) =>
    `O nível ${name} passa a multiplicar os pontos por ${decimal(after)} (antes ${decimal(before)})`,
  'levels[].trigger_amount': (name, { before, after }) =>
    typeof before === 'number' && typeof after === 'number'
      ? `O nível ${name} começa em ${inPoints(after)} (antes em ${formatInteger(before)})`
      : undefined,
}

function renamed(name: string, { before }: Values): string | undefined {
  return typeof before === 'string' ? `${shownValue('', before)} agora se chama ${name}` : undefined
}

const groups: Record<string, [added: string, removed: string]> = {
  banner: ['Novo banner', 'Sai o banner'],
  home: ['Nova saudação', 'Sai a saudação'],
  how_it_works: ['Nova explicação em Como funciona', 'Sai a explicação Como funciona'],
  faq: ['Novas perguntas frequentes', 'Saem as perguntas frequentes'],
  'footer.mark': ['Novo link da empresa no rodapé', 'Sai o link da empresa no rodapé'],
}

function groupSentence(field: string, values: Values, items: Item[]): string {
  const label = labelOf(field, items)
  const { before, after } = values
  const sentences = groups[field]
  if (sentences && isNothing(before)) return sentences[0]
  if (sentences && isNothing(after)) return sentences[1]
  if (field === 'prize_word' && isObject(after)) {
    return `Os prêmios passam a se chamar ${shownValue('', after['many'])}`
  }
  if (field === 'promotions[].filters.NEW_REGISTER' && isObject(after)) {
    const days = shownValue(`${field}.days`, after['days'], 'days')
    return `${label}: de até ${days}`
  }
  if (isNothing(after)) return noneSentence(field, items)
  const words = Array.isArray(after) && after.every((word) => typeof word === 'string')
  if (words) return `${label}: ${shownValue('', after.join(', '))}`
  return isNothing(before) ? `${label}: agora sim` : `${label}: mudou`
}

/** 'O texto da saudação mudou', 'Café coado: a foto mudou'. */
function longSentence(field: string, { before, after }: Values, items: Item[]): string {
  const { article, label } = fieldLabel(field)!
  if (isNothing(before)) return `${labelOf(field, items)} acrescentad${article}`
  if (isNothing(after)) return `${labelOf(field, items)} retirad${article}`
  const sentence = `${article} ${lower(label)} mudou`
  const item = items.at(-1)
  return item
    ? `${subjectOf(item)}: ${sentence}`
    : `${sentence[0]!.toUpperCase()}${sentence.slice(1)}`
}

/** 'Preço em pontos', or with an item in front 'Café coado: preço em pontos'. */
function labelOf(field: string, items: Item[]): string {
  const label = fieldLabel(field)?.label ?? wordOf(field)
  const item = items.at(-1)
  if (!item) return label
  return `${subjectOf(item)}: ${lower(label)}`
}

function subjectOf(item: Item): string {
  return lists[item.field]?.subject(nameOf(item)) ?? nameOf(item)
}

/** The last word of an unknown field's path. */
function wordOf(field: string): string {
  return field.split('.').at(-1) || 'campo'
}

function lower(label: string): string {
  return `${label.charAt(0).toLowerCase()}${label.slice(1)}`
}

function isOfWebhook(field: string): boolean {
  return /^webhooks\b/.test(field)
}

function nameOf({ field, value }: Item): string {
  if (field === 'webhooks[]') return webhookHost(isObject(value) ? value['url'] : value)
  if (!isObject(value)) return shownValue('', value)
  const name = value[lists[field]?.name ?? 'name'] ?? value['key'] ?? value['code']
  return isNothing(name) ? unnamed : shownValue('', name)
}

/** Only the host of a webhook's URL, because the rest may hold a secret. */
function webhookHost(url: unknown): string {
  return (typeof url === 'string' && URL.parse(url)?.host) || unnamed
}

/** 'Café coado: estoque sem limite', 'Loja Centro: sem telefone', 'Sem banner'. */
function noneSentence(field: string, items: Item[]): string {
  const { none, label } = fieldLabel(field) ?? {}
  if (none !== undefined) return `${labelOf(field, items)} ${none}`
  const item = items.at(-1)
  const nothing = `sem ${lower(label ?? wordOf(field))}`
  return item ? `${subjectOf(item)}: ${nothing}` : `S${nothing.slice(1)}`
}

const units: Partial<Record<FieldUnit, [one: string, many: string]>> = {
  points: ['ponto', 'pontos'],
  minutes: ['minuto', 'minutos'],
  days: ['dia', 'dias'],
  months: ['mês', 'meses'],
  years: ['ano', 'anos'],
  times: ['vez', 'vezes'],
  pieces: ['unidade', 'unidades'],
}

/** '150 para 120 pontos'. */
function pair(
  before: unknown,
  after: unknown,
  shown: (value: unknown) => string,
  unit?: FieldUnit,
) {
  const isCounted = unit && units[unit] && typeof before === 'number' && Number.isInteger(before)
  return `${isCounted ? formatInteger(before) : shown(before)} para ${shown(after)}`
}

/** A value in the form in which people of a shop read it. */
function shownValue(field: string, value: unknown, unit?: FieldUnit): string {
  if (typeof value === 'boolean') return value ? 'sim' : 'não'
  if (typeof value === 'number') return shownNumber(value, unit)
  if (Array.isArray(value)) return counted(value.length, 'item', 'itens')
  if (isObject(value)) return 'outro conteúdo'
  if (isNothing(value)) return 'vazio'
  const text = String(value)
  if (unit === 'date' && isCalendarDate(text)) return toBrazilianDate(text)
  const words = fieldLabel(field)?.words
  if (words && Object.hasOwn(words, text)) return words[text]!
  if (text === '') return 'vazio'
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text
}

function shownNumber(value: number, unit?: FieldUnit): string {
  if (!Number.isInteger(value)) return decimal(value)
  if (unit === 'centavos') return formatMoney(value)
  if (unit === 'percent') return `${formatInteger(value)}%`
  const words = unit && units[unit]
  return words ? counted(value, ...words) : formatInteger(value)
}

function decimal(value: unknown): string {
  return typeof value === 'number'
    ? value.toLocaleString('pt-BR', { maximumFractionDigits: 3 })
    : shownValue('', value)
}

function inPoints(points: number): string {
  return shownNumber(points, 'points')
}

function numbered(value: unknown, sentence: (number: number) => string): string | undefined {
  return typeof value === 'number' ? sentence(value) : undefined
}

/** '2 pontos por real', '5% da compra'. */
function rate(value: unknown, { type }: Fields): string | undefined {
  if (typeof value !== 'number') return undefined
  if (type === 'PERCENTAGE') return `${decimal(value)}% da compra`
  return `${decimal(value)} ${value < 2 ? 'ponto' : 'pontos'} por real`
}

function earning(rule: Fields): string | undefined {
  return rate(rule['rate'], rule)
}

function givenPoints({ action, starts_at, ends_at }: Fields): string | undefined {
  const points =
    isObject(action) && isObject(action['GENERATE_POINTS']) && action['GENERATE_POINTS']
  const amount = points ? numbered(points['amount'], inPoints) : undefined
  const [first, last] = [shownValue('', starts_at, 'date'), shownValue('', ends_at, 'date')]
  const days = typeof starts_at === 'string' && typeof ends_at === 'string'
  return [amount, days ? `de ${first} a ${last}` : undefined].filter(Boolean).join(', ')
}

/** 'vencem em 30 dias', 'não vencem'. */
function lapse(value: unknown): string {
  if (!isObject(value)) return 'não vencem'
  if (typeof value['days'] === 'number') return `vencem em ${shownNumber(value['days'], 'days')}`
  if (typeof value['months'] === 'number') {
    return `vencem em ${shownNumber(value['months'], 'months')}`
  }
  if (value['end_of'] === 'MONTH') return 'vencem no fim do mês'
  return value['end_of'] === 'YEAR' ? 'vencem no fim do ano' : 'têm outra validade'
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null
}

function isGroup(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}
