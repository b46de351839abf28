import { Printer } from 'lucide-react'

import { text } from '#portal/text/pt-BR.ts'
import { Button } from '#portal/ui/Button.tsx'

import styles from './VoucherTicket.module.css'

/** The style sheet of the ticket leaves nothing else on the paper. */
export function PrintButton() {
  return (
    <Button variant="quiet" onClick={() => print()}>
      <Printer size={18} aria-hidden="true" className={styles.icon} />
      {text.voucher.print}
    </Button>
  )
}
