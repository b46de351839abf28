/** A form of native inputs, checked by the contract's schema: what the API would refuse is said here, in the same words. */

import { type FormEvent, useRef, useState } from 'react'
import type * as z from 'zod/mini'

import { type FieldMessages } from '#contract/refusal.ts'
import { RequestFailure } from '#portal/api.ts'

type FormRules<Schema extends z.ZodMiniType> = {
  schema: Schema
  /** From what was typed to what travels (R4.6). */
  read: (form: FormData) => unknown
  /** May throw RequestFailure; what was typed stays. */
  submit: (value: z.output<Schema>) => Promise<void>
  /** A refusal about one field, beside those that name their fields themselves: type → field. */
  refused_fields?: Record<string, string>
  /** Any other failure. */
  onFailure: (failure: RequestFailure) => void
}

/**
 * Checks when it is submitted, puts the focus on the first field that is wrong, and from then on looks at a field again
 * whenever it changes. `messages` has each field's first sentence.
 */
export function useForm<Schema extends z.ZodMiniType>(rules: FormRules<Schema>) {
  const [messages, setMessages] = useState<Record<string, string>>({})
  const [submitting, setSubmitting] = useState(false)
  const element = useRef<HTMLFormElement>(null)

  function check(form: HTMLFormElement) {
    return rules.schema.safeParse(rules.read(new FormData(form)))
  }

  function show(form: HTMLFormElement, found: Record<string, string>) {
    setMessages(found)
    const first = [...form.elements].find((input) => (input as HTMLInputElement).name in found)
    if (first instanceof HTMLElement) first.focus()
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    // A second press while the first is under way.
    if (submitting) return
    const form = event.currentTarget
    const checked = check(form)
    if (!checked.success) return show(form, firstMessages(checked.error))
    setMessages({})
    setSubmitting(true)
    try {
      await rules.submit(checked.data)
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error
      const field = rules.refused_fields?.[error.type]
      const found = field ? { [field]: error.message } : firstOfEach(error.fields)
      if (Object.keys(found).length > 0) show(form, found)
      else rules.onFailure(error)
    } finally {
      setSubmitting(false)
    }
  }

  // Only fields that were wrong are looked at: nobody is told off while still typing the first time.
  function onInput(event: FormEvent<HTMLFormElement>) {
    const { name } = event.target as HTMLInputElement
    if (!(name in messages)) return
    const checked = check(event.currentTarget)
    const found = checked.success ? {} : firstMessages(checked.error)
    setMessages(({ [name]: _, ...others }) => ({
      ...others,
      ...(found[name] && { [name]: found[name] }),
    }))
  }

  return {
    messages,
    submitting,
    form: {
      ref: element,
      noValidate: true,
      onInput,
      onSubmit: (event: FormEvent<HTMLFormElement>) => void onSubmit(event),
    },
  }
}

function firstMessages(error: z.core.$ZodError): Record<string, string> {
  const found: Record<string, string> = {}
  for (const issue of error.issues) found[issue.path.join('.')] ??= issue.message
  return found
}

function firstOfEach(fields: FieldMessages): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([field, [first]]) => [field, first ?? '']))
}
