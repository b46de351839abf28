/** The address of a CEP, written into the form that it is typed in (R4.5). */

import { useQueryClient } from '@tanstack/react-query'
import { type FocusEvent, type FormEvent, useState } from 'react'

import { type Address, PostalCodeOrNone } from '#contract/address.ts'
import { refusals } from '#contract/refusal.ts'
import { RequestFailure } from '#portal/api.ts'
import { address_text } from '#portal/text/address.ts'

import { addressOf } from './queries.ts'

const postal_code_length = 8
const parts = ['street', 'district', 'city', 'state'] as const satisfies (keyof Address)[]

/** For the field of the CEP: what it says, and what it does. Whatever comes of it, the person can type on. */
export function useLookUp() {
  const client = useQueryClient()
  const [hint, setHint] = useState<string>(address_text.postal_code_hint)

  async function lookUp(input: HTMLInputElement): Promise<void> {
    const postal_code = digits(input)
    if (postal_code.length < postal_code_length) return setHint(address_text.postal_code_hint)
    const fields = fieldsBeside(input)
    const before = fields.map(({ value }) => value)
    setHint(address_text.searching)
    const found = await client.fetchQuery(addressOf(postal_code)).catch((error: unknown) => {
      if (!(error instanceof RequestFailure)) throw error
      return sentenceOf(error)
    })
    // Another CEP has been typed meanwhile: this is no longer the answer.
    if (digits(input) !== postal_code) return
    if (typeof found === 'string') return setHint(found)
    for (const [at, part] of parts.entries()) {
      const field = fields[at]!
      // What the person has typed while waiting is theirs.
      if (found[part] && field.value === before[at]) write(field, found[part])
    }
    setHint(address_text.found)
  }

  function check(input: HTMLInputElement): void {
    const { error } = PostalCodeOrNone.safeParse(digits(input))
    if (error) setHint(error.issues[0]!.message)
  }

  return {
    hint,
    onInput: ({ currentTarget }: FormEvent<HTMLInputElement>) => void lookUp(currentTarget),
    onBlur: ({ currentTarget }: FocusEvent<HTMLInputElement>) => check(currentTarget),
  }
}

function digits({ value }: HTMLInputElement): string {
  return value.replace(/\D/g, '')
}

/** Native fields of the same form, in the order of `parts`. */
function fieldsBeside({ form }: HTMLInputElement) {
  return parts.map((part) => form!.elements.namedItem(`address_${part}`) as HTMLInputElement)
}

/** As if it had been typed: the form looks at it, and keeps it. */
function write(field: HTMLInputElement, value: string): void {
  field.value = value
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

function sentenceOf({ type, message }: RequestFailure): string {
  return type === 'postal_code_not_found' ? message : refusals.address_unavailable.message
}
