import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'

import { type Customer, hasAddress, sexes } from '#contract/customer.ts'
import { pathTo } from '#portal/path/paths.ts'
import { isRemembered, remember } from '#portal/storage/remembered.ts'
import { addressText } from '#portal/text/address.ts'
import { text } from '#portal/text/pt-BR.ts'
import { Banner } from '#ui/Banner.tsx'

import { customer } from './queries.ts'

const silenceKey = 'address_alert_silenced_until'
/** R2.10: a closed alert stays away for this many days. */
const silenceDays = 7

/** R2.10: asks for a missing address or sex. Closing the alert hides it for a week. */
export function AddressAlert() {
  const { data } = useQuery(customer)
  const [silenced, setSilenced] = useState(() => isRemembered(silenceKey))
  if (!data || hasAddress(data) || silenced) return null
  function silence() {
    remember(silenceKey, silenceDays)
    setSilenced(true)
  }
  return (
    <Banner compact tone="info" onDismiss={silence} dismissLabel={text.close}>
      {addressText.missing(missing(data))}{' '}
      <Link href={pathTo('settings')}>
        <span>{addressText.complete}</span>
      </Link>
    </Banner>
  )
}

/** The key of the text for the missing part of the profile. */
function missing(customer: Customer): 'address' | 'sex' | 'both' {
  if (customer.sex) return 'address'
  return hasAddress({ ...customer, sex: sexes[0] }) ? 'sex' : 'both'
}
