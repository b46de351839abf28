import { useMemo, useState } from 'react'

import { company } from '#console/company/company.ts'
import { type pageMemory, type UnsentValues, unsentValues } from '#console/form/unsent-values.ts'
import { useMe } from '#console/session/use-me.ts'

/** The unsent values of a form of the signed-in person. `form`: its name, with the id of what it changes. */
export function useUnsentValues(
  form: string,
  store = sessionStorage as typeof pageMemory,
): UnsentValues {
  const { staff } = useMe()
  const { id: company_id } = company
  return useMemo(
    () => unsentValues(store, { company_id, staff_id: staff.id }, form),
    [store, company_id, staff.id, form],
  )
}

const empty = { text: '' }

/** A text that stays when its dialog is closed. An empty text ends it: it was sent or discarded. */
export function useUnsentText(
  form: string,
  store?: typeof pageMemory,
): [string, (text: string) => void] {
  const unsent = useUnsentValues(form, store)
  const [text, setText] = useState(() => {
    const { text: stored } = unsent.read(empty)
    return typeof stored === 'string' ? stored : ''
  })
  function type(next: string) {
    setText(next)
    unsent.keep(empty, { text: next })
  }
  return [text, type]
}
