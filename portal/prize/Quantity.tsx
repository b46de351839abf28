import type { Prize } from '#contract/prize.ts'
import { maxVouchers } from '#contract/voucher.ts'
import { useCompany } from '#portal/company/company.ts'
import { prizeText } from '#portal/text/prize.ts'
import { Stepper } from '#ui/form/Stepper.tsx'

type QuantityProps = { prize: Prize; value: number; onChange: (value: number) => void }

/** The number of vouchers of one exchange. Nothing for a prize that the customer cannot have more than once. */
export function Quantity({ prize, value, onChange }: QuantityProps) {
  const { prize_word } = useCompany().company
  const max = Math.min(maxVouchers, prize.stock_left ?? maxVouchers)
  const isOffered = prize.reason === null || prize.reason === 'insufficient_balance'
  if (!isOffered || max <= 1) return null
  return (
    <Stepper
      label={prizeText.quantity}
      less={prizeText.oneLess(prize_word)}
      more={prizeText.oneMore(prize_word)}
      value={value}
      min={1}
      max={max}
      minReason={prizeText.minQuantity}
      maxReason={
        max === prize.stock_left ? prizeText.stockQuantity(max) : prizeText.maxQuantity(max)
      }
      onChange={onChange}
    />
  )
}
