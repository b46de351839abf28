/** A form of native inputs, checked by the contract's schema: what the API would refuse is said here, in the same words. */

import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type * as z from 'zod/mini'

import { type FailureType, RequestFailure } from '#portal/client/api.ts'
import { dropDraft, keepDraft } from '#portal/storage/draft.ts'

/** A field's name → the first sentence about it. */
export type Messages = Record<string, string>

type FormRules<Schema extends z.ZodMiniType> = {
  schema: Schema
  /** From what was typed to what travels (R4.6). */
  read: (form: FormData) => unknown
  /** May throw RequestFailure; what was typed stays. */
  submit: (value: z.output<Schema>) => Promise<void>
  /** A refusal about one field, beside those that name their fields themselves: type → field. */
  error_fields?: Partial<Record<FailureType, string>>
  /** What is typed is kept under this name until it is submitted; the fields take it from there as they begin. */
  draft?: string
  /** Any other failure. */
  onFailure: (failure: RequestFailure) => void
}

/**
 * Checks when it is submitted, puts the focus on the first field that is wrong, and from then on looks again at what was
 * wrong whenever something changes: nobody is told off while still typing the first time.
 */
export function useForm<Schema extends z.ZodMiniType>(rules: FormRules<Schema>) {
  const [messages, setMessages] = useState<Messages>({})
  // What the server said holds until that field changes; only it knows better.
  const [refused, setRefused] = useState<Messages>({})
  const [submitting, setSubmitting] = useState(false)
  const element = useRef<HTMLFormElement>(null)

  function check(form: HTMLFormElement) {
    return rules.schema.safeParse(rules.read(new FormData(form)))
  }

  function show(form: HTMLFormElement, found: Messages, by_server: Messages = {}) {
    // At once: a screen reader that comes to the field finds its sentence there.
    flushSync(() => {
      setMessages(found)
      setRefused(by_server)
    })
    focusFirst(form, { ...found, ...by_server })
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    // A second press while the first is under way.
    if (submitting) return
    const form = event.currentTarget
    const checked = check(form)
    if (!checked.success) return show(form, brokenRules(checked.error))
    setMessages({})
    setRefused({})
    setSubmitting(true)
    try {
      await rules.submit(checked.data)
      if (rules.draft) dropDraft(rules.draft)
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error
      // The session has ended: the guard leads to the login, which says so (R3.8).
      if (error.status === 401) return
      const found = errorFields(error, rules.error_fields)
      if (Object.keys(found).length > 0) show(form, {}, found)
      else rules.onFailure(error)
    } finally {
      setSubmitting(false)
    }
  }

  function onInput(event: FormEvent<HTMLFormElement>) {
    const { name } = event.target as HTMLInputElement
    if (rules.draft) keepDraft(rules.draft, event.currentTarget)
    const checked = check(event.currentTarget)
    const found = checked.success ? {} : brokenRules(checked.error)
    // One field may mend another: a password its confirmation.
    setMessages((shown) =>
      only(found, (field) => field in shown || (field === name && name in refused)),
    )
    setRefused((shown) => only(shown, (field) => field !== name))
  }

  return {
    messages: { ...refused, ...messages },
    submitting,
    form: {
      ref: element,
      noValidate: true,
      onInput,
      onSubmit: (event: FormEvent<HTMLFormElement>) => void onSubmit(event),
    },
  }
}

function focusFirst(form: HTMLFormElement, messages: Messages): void {
  const first = [...form.elements].find((input) => (input as HTMLInputElement).name in messages)
  if (first instanceof HTMLElement) first.focus()
}

/** What was typed into a field of text, as it was typed; nothing where there is no such field. */
export function lineOf(typed: FormData, field: string): string {
  const value = typed.get(field)
  return typeof value === 'string' ? value : ''
}

export function brokenRules({ issues }: Pick<z.core.$ZodError, 'issues'>): Messages {
  const found: Messages = {}
  for (const issue of issues) found[issue.path.join('.')] ??= issue.message
  return found
}

/** What a refusal says about fields: by its type, or by the fields that it names. Nothing: it is about the whole. */
export function errorFields(
  { type, message, fields }: Pick<RequestFailure, 'type' | 'message' | 'fields'>,
  by_type: Partial<Record<FailureType, string>> = {},
): Messages {
  const field = by_type[type]
  if (field) return { [field]: message }
  return Object.fromEntries(
    Object.entries(fields).map(([field, [first]]) => [field, first ?? message]),
  )
}

function only(messages: Messages, keep: (field: string) => boolean): Messages {
  return Object.fromEntries(Object.entries(messages).filter(([field]) => keep(field)))
}
