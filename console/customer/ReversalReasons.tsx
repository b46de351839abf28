import type { ComponentProps } from 'react'

import { ChoiceList } from '#console/form/ChoiceList.tsx'
import { customerText } from '#console/text/customer.ts'
import { sentenceCase } from '#console/value/sentence-case.ts'
import { reversalReasonNames, reversalReasons } from '#contract/console/reversal.ts'

type Registered = Omit<ComponentProps<typeof ChoiceList>, 'type' | 'label' | 'choices'>

/** Why a movement is reversed or a voucher cancelled. */
export function ReversalReasons(field: Registered) {
  return (
    <ChoiceList
      {...field}
      type="radio"
      label={customerText.reason}
      choices={reversalReasons.map((value) => ({
        value,
        label: sentenceCase(reversalReasonNames[value]),
      }))}
    />
  )
}
