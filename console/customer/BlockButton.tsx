import { useState } from 'react'

import { FormFailure } from '#console/feedback/FormFailure.tsx'
import { ChoiceList } from '#console/form/ChoiceList.tsx'
import { useContractForm } from '#console/form/use-contract-form.ts'
import { useRefusal } from '#console/session/use-me.ts'
import { controlText } from '#console/text/customer-control.ts'
import { customerText } from '#console/text/customer.ts'
import { shellText } from '#console/text/shell.ts'
import { sentenceCase } from '#console/value/sentence-case.ts'
import { blockReasonNames, blockReasons, CustomerBlocking } from '#contract/console/block.ts'
import { Button } from '#ui/Button.tsx'
import { Form } from '#ui/form/Form.tsx'
import { Sheet } from '#ui/overlay/Dialog.tsx'

import { useBlock } from './use-block.ts'

type BlockButtonProps = { id: string; name: string | null }

/** Blocks a customer, with a reason. */
export function BlockButton({ id, name }: BlockButtonProps) {
  const refusal = useRefusal('customer.block')
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button variant="quiet" disabledReason={refusal} onClick={() => setAsking(true)}>
        {controlText.block}
      </Button>
      {isAsking && (
        <BlockSheet id={id} name={name ?? customerText.noName} onClose={() => setAsking(false)} />
      )}
    </>
  )
}

function BlockSheet({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const { block } = useBlock(id, name)
  const form = useContractForm({
    schema: CustomerBlocking,
    defaultValues: {},
    submit: async ({ reason }) => {
      await block(reason)
      onClose()
    },
  })
  return (
    <Sheet
      title={controlText.blockTitle}
      closeLabel={shellText.close}
      onClose={form.isSubmitting ? undefined : onClose}
    >
      <Form {...form.formProps}>
        <p>{controlText.blockText}</p>
        <FormFailure text={form.failure} />
        <ChoiceList
          {...form.field('reason')}
          type="radio"
          label={controlText.blockReason}
          hint={controlText.blockReasonHint}
          choices={blockReasons.map((value) => ({
            value,
            label: sentenceCase(blockReasonNames[value]),
          }))}
        />
        <Button type="submit" busy={form.isSubmitting}>
          {controlText.block}
        </Button>
      </Form>
    </Sheet>
  )
}
