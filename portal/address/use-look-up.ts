/** Looks up the address of a CEP and writes it into the form that the CEP is typed in (R4.5). */

import { useQueryClient } from '@tanstack/react-query'
import { type FocusEvent, type FormEvent, useRef, useState } from 'react'

import { type Address, PostalCode } from '#contract/address.ts'
import { errorCodes } from '#contract/error.ts'
import { RequestFailure } from '#contract/request/request-failure.ts'
import { addressText } from '#portal/text/address.ts'

import { addressOf } from './queries.ts'

/** Digits of a CEP. */
const postalCodeLength = 8
const parts = ['street', 'district', 'city', 'state'] as const satisfies (keyof Address)[]

/** Hint and handlers for the CEP field. The person can keep typing during the look-up. */
export function useLookUp() {
  const client = useQueryClient()
  const [hint, setHint] = useState<string>(addressText.postalCodeHint)
  // The address parts of the previous CEP: at first the saved ones, then those of the last look-up.
  const previous = useRef<Previous | null>(null)

  async function lookUp(input: HTMLInputElement): Promise<void> {
    const postal_code = digits(input)
    if (postal_code.length < postalCodeLength) return setHint(addressText.postalCodeHint)
    const fields = fieldsBeside(input)
    previous.current ??= savedWith(input, fields)
    const before = fields.map(({ value }) => value)
    setHint(addressText.searching)
    const found = await client.fetchQuery(addressOf(postal_code)).catch((error: unknown) => {
      if (!(error instanceof RequestFailure)) throw error
      return sentenceOf(error)
    })
    // Drop this answer: the person has typed another CEP meanwhile.
    if (digits(input) !== postal_code) return
    if (typeof found === 'string') return setHint(found)
    for (const [at, part] of parts.entries()) {
      const field = fields[at]!
      // Keep what the person has typed during the look-up.
      if (field.value !== before[at]) continue
      if (found[part]) write(field, found[part])
      // R4.5: the CEP of a whole city has no street. Clear a street that belongs to the previous CEP.
      else if (isLeftOver(previous.current, part, field, postal_code)) write(field, '')
    }
    previous.current = found
    setHint(addressText.found)
  }

  function check(input: HTMLInputElement): void {
    const { error } = PostalCode.safeParse(digits(input))
    if (error) setHint(error.issues[0]!.message)
  }

  return {
    hint,
    onInput: ({ currentTarget }: FormEvent<HTMLInputElement>) => void lookUp(currentTarget),
    onBlur: ({ currentTarget }: FocusEvent<HTMLInputElement>) => check(currentTarget),
  }
}

type Previous = Partial<Record<keyof Address, string>>

/** The initial values of the fields. `defaultValue` is a saved value or a draft. */
function savedWith(input: HTMLInputElement, [street, district]: HTMLInputElement[]): Previous {
  return {
    postal_code: input.defaultValue.replaceAll(/\D/g, ''),
    street: street!.defaultValue,
    district: district!.defaultValue,
  }
}

/** Whether the field still holds the part that was found for a CEP other than `now`. */
function isLeftOver(
  { postal_code, ...previous }: Previous,
  part: (typeof parts)[number],
  field: HTMLInputElement,
  now: string,
): boolean {
  return Boolean(postal_code) && postal_code !== now && field.value === previous[part]
}

function digits({ value }: HTMLInputElement): string {
  return value.replace(/\D/g, '')
}

/** Native fields of the same form, in the order of `parts`. */
function fieldsBeside({ form }: HTMLInputElement) {
  return parts.map((part) => form!.elements.namedItem(`address_${part}`) as HTMLInputElement)
}

/** Dispatches `input`, as typing does, so that the form checks the field and saves its draft. */
function write(field: HTMLInputElement, value: string): void {
  field.value = value
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

function sentenceOf({ type, message }: RequestFailure): string {
  return type === 'postal_code_not_found' ? message : errorCodes.address_unavailable.message
}
