import { useState } from 'react'

import { useWrite } from '#console/client/write.ts'
import { FormFailure } from '#console/feedback/FormFailure.tsx'
import { Section } from '#console/feedback/Section.tsx'
import { ChoiceList } from '#console/form/ChoiceList.tsx'
import { useContractForm } from '#console/form/use-contract-form.ts'
import { customerText } from '#console/text/customer.ts'
import { shellText } from '#console/text/shell.ts'
import { dateText } from '#console/value/instant.ts'
import { sentenceCase } from '#console/value/sentence-case.ts'
import {
  type CustomerDetails,
  type CustomerRecord,
  DataView,
  viewReasonNames,
  viewReasons,
} from '#contract/console/desk.ts'
import { toBrazilianDate } from '#contract/value/date.ts'
import { Button } from '#ui/Button.tsx'
import { Form } from '#ui/form/Form.tsx'
import { Sheet } from '#ui/overlay/Dialog.tsx'

import { BlockButton } from './BlockButton.tsx'
import { CorrectButton } from './CorrectButton.tsx'

import styles from './customer.module.css'

/** The person's data, masked until the staff member says why they are needed. */
export function Details({ record }: { record: CustomerRecord }) {
  const [shown, setShown] = useState<CustomerDetails>()
  const [isAsking, setAsking] = useState(false)
  const { name, document, phone, email, birthdate, address } = shown ?? record
  const rows = [
    [customerText.name, name],
    [customerText.document, document],
    [customerText.phone, phone],
    [customerText.email, email && withState(email, record)],
    [customerText.birthdate, birthdate && (shown ? toBrazilianDate(birthdate) : birthdate)],
    [customerText.address, address],
    [customerText.since, dateText(record.created_at)],
    [customerText.lastSeen, record.last_seen_on && toBrazilianDate(record.last_seen_on)],
  ] as const
  return (
    <Section
      title={customerText.person}
      text={record.is_registered ? customerText.registered : customerText.unregisteredText}
      actions={
        <div className={styles.acts}>
          {shown ? (
            <Button variant="quiet" onClick={() => setShown(undefined)}>
              {customerText.hide}
            </Button>
          ) : (
            <Button variant="quiet" onClick={() => setAsking(true)}>
              {customerText.show}
            </Button>
          )}
          <CorrectButton record={record} onCorrected={() => setShown(undefined)} />
          {!record.block && <BlockButton id={record.id} name={record.name} />}
        </div>
      }
    >
      <dl className={styles.facts}>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value ?? '–'}</dd>
          </div>
        ))}
      </dl>
      {isAsking && (
        <ReasonSheet id={record.id} onShown={setShown} onClose={() => setAsking(false)} />
      )}
    </Section>
  )
}

function withState(email: string, { has_confirmed_email }: CustomerRecord): string {
  return has_confirmed_email ? email : customerText.unconfirmed(email)
}

type ReasonSheetProps = {
  id: string
  onShown: (details: CustomerDetails) => void
  onClose: () => void
}

function ReasonSheet({ id, onShown, onClose }: ReasonSheetProps) {
  const view = useWrite('POST /admin/customer/{id}/data')
  const form = useContractForm({
    schema: DataView,
    defaultValues: {},
    submit: async (body) => {
      onShown(await view({ params: { id }, body }))
      onClose()
    },
  })
  return (
    <Sheet
      title={customerText.show}
      closeLabel={shellText.close}
      onClose={form.isSubmitting ? undefined : onClose}
    >
      <Form {...form.formProps}>
        <p>{customerText.showText}</p>
        <FormFailure text={form.failure} />
        <ChoiceList
          {...form.field('reason')}
          type="radio"
          label={customerText.reason}
          choices={viewReasons.map((value) => ({
            value,
            label: sentenceCase(viewReasonNames[value]),
          }))}
        />
        <Button type="submit" busy={form.isSubmitting}>
          {customerText.show}
        </Button>
      </Form>
    </Sheet>
  )
}
