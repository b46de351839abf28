/**
 * A form of React Hook Form that is checked by the contract's schema: it shows the sentences that the API would answer, at their
 * fields. The typed values stay after every failure, and with `unsent` also when the form is closed.
 */

import { useEffect, useState } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type Resolver,
  useForm,
} from 'react-hook-form'
import type * as z from 'zod/mini'

import { type FailureType, RequestFailure } from '#contract/request/request-failure.ts'

import type { UnsentValues } from './unsent-values.ts'

type Rules<Values extends FieldValues, Output> = {
  schema: z.ZodMiniType<Output, Values>
  defaultValues: DefaultValues<Values>
  /** Where unsent values stay after the form is closed; absent: they go, as a password must. */
  unsent?: UnsentValues
  /** May throw RequestFailure. */
  submit: (value: Output) => Promise<void>
  /** Error code → the field that shows it. For errors that do not name their fields. */
  errorFields?: Partial<Record<FailureType, Path<Values>>>
}

/** `failure` is the sentence of an error that concerns no field. */
export function useContractForm<Values extends FieldValues, Output>({
  schema,
  defaultValues,
  submit,
  unsent,
  errorFields = {},
}: Rules<Values, Output>) {
  // The first values of this opening: a list that is read again meanwhile does not change them.
  const [first] = useState(defaultValues)
  const [restored, setRestored] = useState(() => unsent?.read(first) ?? {})
  const form = useForm<Values, unknown, Values>({
    defaultValues: Object.assign({}, first, restored),
    resolver: resolverOf(schema),
  })
  const { subscribe } = form
  // An effect, because the form's values change without a render.
  useEffect(
    () =>
      unsent &&
      subscribe({
        formState: { values: true },
        callback: ({ values }) => unsent.keep(first, values),
      }),
    [unsent, subscribe, first],
  )
  const { errors, isSubmitting } = form.formState

  const onSubmit = form.handleSubmit(async (values) => {
    try {
      await submit(schema.parse(values))
      unsent?.clear()
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error
      const field = errorFields[error.type]
      const found: Record<string, string> = field
        ? { [field]: error.message }
        : Object.fromEntries(
            Object.entries(error.fields).map(([name, [first]]) => [name, first ?? error.message]),
          )
      const names = Object.keys(found)
      for (const [at, name] of names.entries()) {
        form.setError(name as Path<Values>, { message: found[name]! }, { shouldFocus: at === 0 })
      }
      if (names.length === 0) form.setError('root', { message: error.message })
    }
  })

  /** The props of a field: its name, its value's tie to the form, and its sentence. */
  function field(name: Path<Values>) {
    const { ref, ...registered } = form.register(name)
    return { ...registered, inputRef: ref, error: messageOf(errors, name) }
  }

  return {
    ...form,
    field,
    isSubmitting,
    failure: errors.root?.message,
    /** The props of UnsentNotice. */
    notice: {
      isShown: Object.keys(restored).length > 0,
      onDiscard: () => {
        unsent?.clear()
        setRestored({})
        // The pressed button leaves the page with its notice. Before `reset`, which forgets the fields until the next render.
        form.setFocus(Object.keys(first)[0] as Path<Values>)
        form.reset(first)
      },
    },
    formProps: { noValidate: true, onSubmit: (event: React.FormEvent) => void onSubmit(event) },
  }
}

function messageOf(errors: object, name: string): string | undefined {
  let found: unknown = errors
  for (const part of name.split('.')) found = (found as Record<string, unknown> | undefined)?.[part]
  return (found as { message?: string } | undefined)?.message
}

function resolverOf<Values extends FieldValues, Output>(
  schema: z.ZodMiniType<Output, Values>,
): Resolver<Values, unknown, Values> {
  return (values) => {
    const checked = schema.safeParse(values)
    if (checked.success) return { values, errors: {} }
    const errors: Record<string, unknown> = {}
    for (const { path, message } of checked.error.issues)
      put(errors, path, { type: 'rule', message })
    return { values: {}, errors: errors as never }
  }
}

/** Puts a field's first sentence at its path: nested fields are nested in the errors as well. */
function put(errors: Record<string, unknown>, path: PropertyKey[], error: object): void {
  let at = errors
  for (const part of path.slice(0, -1)) at = (at[String(part)] ??= {}) as Record<string, unknown>
  at[String(path.at(-1))] ??= error
}
