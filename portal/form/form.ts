/**
 * A form of native inputs, checked by the contract's schema: it shows the errors that the API would return, in the same
 * words.
 */

import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type * as z from 'zod/mini'

import { type FailureType, RequestFailure } from '#contract/request/request-failure.ts'
import { dropDraft, keepDraft, type KeepsField } from '#portal/storage/draft.ts'

/** A field's name → its first error message. */
export type Messages = Record<string, string>

type FormRules<Schema extends z.ZodMiniType> = {
  schema: Schema
  /** Converts the form to the request body (R4.6). */
  read: (form: FormData) => unknown
  /** May throw RequestFailure. Then the typed values stay. `hasTyped`: whether the person has typed since the press. */
  submit: (value: z.output<Schema>, hasTyped: () => boolean) => Promise<void>
  /** Error type → the field that shows it. For errors that do not name their fields. */
  errorFields?: Partial<Record<FailureType, string>>
  /**
   * The name of the draft that keeps the typed values until the form is submitted. The fields read it as their default
   * values.
   */
  draft?: string
  /** The fields that the draft keeps. All, if it is left out. */
  draftKeeps?: KeepsField
  /** Handles every failure without a field. */
  onFailure: (failure: RequestFailure) => void
}

/** The fields that the server refused, and its code. */
type Refusal = { code: FailureType | null; messages: Messages }
const noRefusal: Refusal = { code: null, messages: {} }

/**
 * Checks the form on submit and focuses the first wrong field. After that it checks the wrong fields again on every input.
 * Fields without an error are not checked while the person types.
 */
export function useForm<Schema extends z.ZodMiniType>(rules: FormRules<Schema>) {
  const [messages, setMessages] = useState<Messages>({})
  // Errors from the server stay until their field changes, because the schema cannot check them.
  const [refusal, setRefusal] = useState(noRefusal)
  const [submitting, setSubmitting] = useState(false)
  const [hasInput, setHasInput] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  const typedMeanwhile = useRef(false)

  function check(form: HTMLFormElement) {
    return rules.schema.safeParse(rules.read(new FormData(form)))
  }

  function show(form: HTMLFormElement, found: Messages, byServer = noRefusal) {
    // Render synchronously, so that a screen reader finds the message when focus arrives.
    flushSync(() => {
      setMessages(found)
      setRefusal(byServer)
    })
    focusFirst(form, { ...found, ...byServer.messages })
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    // Ignore a second press while the first request runs.
    if (submitting) return
    setHasInput(true)
    const form = event.currentTarget
    const checked = check(form)
    if (!checked.success) return show(form, brokenRules(checked.error))
    setMessages({})
    setRefusal(noRefusal)
    setSubmitting(true)
    typedMeanwhile.current = false
    try {
      await rules.submit(checked.data, () => typedMeanwhile.current)
      if (rules.draft && !typedMeanwhile.current) dropDraft(rules.draft)
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error
      // The session has ended: the guard redirects to the login, which says so (R3.8).
      if (error.status === 401) return
      const found = errorFields(error, rules.errorFields)
      if (Object.keys(found).length > 0) show(form, {}, { code: error.type, messages: found })
      else rules.onFailure(error)
    } finally {
      setSubmitting(false)
    }
  }

  function onInput(event: FormEvent<HTMLFormElement>) {
    const { name } = event.target as HTMLInputElement
    setHasInput(true)
    typedMeanwhile.current = true
    if (rules.draft) keepDraft(rules.draft, event.currentTarget, rules.draftKeeps)
    const checked = check(event.currentTarget)
    const found = checked.success ? {} : brokenRules(checked.error)
    // A change of one field can fix another, as with a password and its confirmation.
    setMessages((shown) =>
      only(found, (field) => field in shown || (field === name && name in refusal.messages)),
    )
    setRefusal(({ code, messages: shown }) => ({
      code,
      messages: only(shown, (field) => field !== name),
    }))
  }

  return {
    messages: { ...refusal.messages, ...messages },
    /** Whether the field shows this error of the server. */
    showsError: (field: string, code: FailureType) =>
      field in refusal.messages && code === refusal.code,
    submitting,
    /** Whether the person has changed a field or submitted. Stays true, so that a button that it shows keeps the focus. */
    hasInput,
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

/** The value of a text field, unchanged. Empty when the form has no such field. */
export function lineOf(typed: FormData, field: string): string {
  const value = typed.get(field)
  return typeof value === 'string' ? value : ''
}

export function brokenRules({ issues }: Pick<z.core.$ZodError, 'issues'>): Messages {
  const found: Messages = {}
  for (const issue of issues) found[issue.path.join('.')] ??= issue.message
  return found
}

/** The field messages of an error: by its type, or by the fields that it names. Empty when it concerns the whole form. */
export function errorFields(
  { type, message, fields }: Pick<RequestFailure, 'type' | 'message' | 'fields'>,
  byType: Partial<Record<FailureType, string>> = {},
): Messages {
  const field = byType[type]
  if (field) return { [field]: message }
  return Object.fromEntries(
    Object.entries(fields).map(([field, [first]]) => [field, first ?? message]),
  )
}

function only(messages: Messages, keep: (field: string) => boolean): Messages {
  return Object.fromEntries(Object.entries(messages).filter(([field]) => keep(field)))
}
