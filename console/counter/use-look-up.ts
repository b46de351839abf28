import { useState } from 'react'

import { useAction } from '#console/feedback/use-action.ts'
import { useLatest } from '#console/feedback/use-latest.ts'

import { keyMistake, keysOf, type TypedKey } from './customer-key.ts'
import { customerOf, type Known } from './look-up.ts'

/**
 * The field of the customer, and the look-up of what is typed or scanned. `choice`: the number may be a CPF and a phone. A scan while
 * another look-up waits for its answer replaces it.
 */
export function useLookUp(shop: string, onFound: (customer: Known) => void) {
  const [text, setText] = useState('')
  const [mistake, setMistake] = useState<string>()
  const [choice, setChoice] = useState<TypedKey[]>([])
  const { busy, run } = useAction(setMistake)
  const { latest, forget } = useLatest()

  function lookUp(key: TypedKey) {
    run(() =>
      latest(
        () => customerOf(shop, key),
        (customer) => {
          if (typeof customer === 'string') setMistake(customer)
          else onFound(customer)
        },
      ),
    )
  }

  function find(typed: string) {
    const keys = keysOf(typed)
    forget()
    setText(typed)
    setMistake(keys.length === 0 ? keyMistake : undefined)
    setChoice(keys.length > 1 ? keys : [])
    if (keys.length === 1) lookUp(keys[0]!)
  }

  /** Another text is another question: an answer to the one before no longer counts. */
  function edit(typed: string) {
    forget()
    setText(typed)
    setChoice([])
  }

  function clear() {
    forget()
    setText('')
    setMistake(undefined)
    setChoice([])
  }
  return { text, edit, mistake, setMistake, choice, busy, find, lookUp, clear }
}
