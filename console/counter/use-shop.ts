import { useState } from 'react'

import { company } from '#console/company/company.ts'
import { useMe } from '#console/session/use-me.ts'

/** The shop that the person chose on this device. Undefined: none, or one that is not theirs any more. */
export function useShop(shops: readonly string[]) {
  const { staff } = useMe()
  const key = `fiel-caixa-loja:${company.id}:${staff.id}`
  const [chosen, setChosen] = useState(() => localStorage.getItem(key))
  const [only] = shops
  const shop = shops.length === 1 ? only : shops.find((one) => one === chosen)
  return {
    shop,
    choose: (next: string | null) => {
      if (next === null) localStorage.removeItem(key)
      else localStorage.setItem(key, next)
      setChosen(next)
    },
  }
}
