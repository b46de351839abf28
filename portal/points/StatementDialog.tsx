import { useRef, useState } from 'react'

import { statementPeriod } from '#contract/statement/statement.ts'
import { addDays, fromBrazilianDate, toBrazilianDate, todayIn } from '#contract/value/date.ts'
import { useCompany } from '#portal/company/company.ts'
import { useToday } from '#portal/company/use-today.ts'
import { useNotices } from '#portal/feedback/notices.tsx'
import { lineOf, useForm } from '#portal/form/form.ts'
import { text } from '#portal/text/pt-BR.ts'
import { statementText } from '#portal/text/statement.ts'
import { Button } from '#ui/Button.tsx'
import { Form } from '#ui/form/Form.tsx'
import { MaskedField } from '#ui/form/MaskedField.tsx'
import { date } from '#ui/form/masks.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'

import { downloadStatement } from './statement.ts'

import styles from './StatementDialog.module.css'

/** The form's default period, in days. */
const proposedDays = 30

/** The statement's form in a dialog, because the history scrolls without an end. */
export function StatementDialog() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        {statementText.heading}
      </Button>
      {open && (
        <Dialog
          title={statementText.heading}
          onClose={() => setOpen(false)}
          actions={
            <Button variant="plain" full onClick={() => setOpen(false)}>
              {text.close}
            </Button>
          }
        >
          <StatementForm onDone={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  )
}

/** Downloads a period's movements as a file (R7.3), with the rules for a typed date (R5.11). */
function StatementForm({ onDone }: { onDone: () => void }) {
  const notices = useNotices()
  // Set by the pressed button. Enter in a field presses the first button.
  const format = useRef<'pdf' | 'csv'>('pdf')
  const today = useToday()
  const { time_zone } = useCompany().company
  const { form, messages, submitting } = useForm({
    schema: statementPeriod(() => todayIn(time_zone, new Date())),
    read: (typed) => ({
      from: fromBrazilianDate(lineOf(typed, 'from')),
      to: fromBrazilianDate(lineOf(typed, 'to')),
    }),
    submit: async (period) => {
      await downloadStatement(period, format.current)
      onDone()
      notices.snackbar(statementText.ready)
    },
    onFailure: ({ message }) => notices.alert('error', message),
  })
  return (
    <Form {...form}>
      <p className={styles.explanation}>{statementText.explanation}</p>
      <div className={styles.dates}>
        <MaskedField
          label={statementText.from}
          name="from"
          mask={date}
          inputMode="numeric"
          placeholder={statementText.format}
          defaultValue={toBrazilianDate(addDays(today, -proposedDays))}
          error={messages['from']}
        />
        <MaskedField
          label={statementText.to}
          name="to"
          mask={date}
          inputMode="numeric"
          placeholder={statementText.format}
          defaultValue={toBrazilianDate(today)}
          error={messages['to']}
        />
      </div>
      <Button type="submit" full busy={submitting} onClick={() => void (format.current = 'pdf')}>
        {statementText.pdf}
      </Button>
      <Button
        type="submit"
        variant="quiet"
        full
        busy={submitting}
        onClick={() => void (format.current = 'csv')}
      >
        {statementText.csv}
      </Button>
    </Form>
  )
}
