/** The names of the records that an answer shows: 'GNR' with the record's id, or the voucher's for a record of a voucher. */

import type { Answer, Field, Verb } from './operation.ts'

/** A wrong answer may lack any of them. */
type Shown = { id?: string; captured?: { record: string } | null; vouchers?: { id: string }[] }

/** Empty for a refusal, and for a verb that makes no record. */
export function recordNames(verb: Verb, { error, fields }: Answer): string[] {
  if (error !== null) return []
  const { id, captured, vouchers } = fields as Shown
  switch (verb) {
    case 'earn':
    case 'activate':
      return [recordName('GNR', id)]
    case 'return':
      return [recordName('GNR_REVERSAL', id)]
    case 'undo':
    case 'give_back':
      return [recordName('CNS_REVERSAL', id)]
    case 'capture':
      return [recordName('CNS', captured?.record)]
    case 'redeem':
      return (vouchers ?? []).map((voucher) => recordName('CNS', voucher.id))
    default:
      return []
  }
}

/** `record`: a record as a history shows it. */
export function nameOf(record: Field): string {
  const [type, id] = record as [string, string]
  return recordName(type, id)
}

function recordName(type: string, id: string | undefined): string {
  return `${type} ${id}`
}
