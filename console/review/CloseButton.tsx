import { useState } from 'react'

import { useWrite } from '#console/client/write.ts'
import { FormFailure } from '#console/feedback/FormFailure.tsx'
import { toast } from '#console/feedback/toasts.tsx'
import { useContractForm } from '#console/form/use-contract-form.ts'
import { reviewText } from '#console/text/review.ts'
import { shellText } from '#console/text/shell.ts'
import { maxReviewNote, ReviewClosing } from '#contract/console/review.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { Sheet } from '#ui/overlay/Dialog.tsx'

type CloseButtonProps = { id: string; subject: string }

/** Says that an item is right, with a note. */
export function CloseButton({ id, subject }: CloseButtonProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button
        variant="quiet"
        aria-label={reviewText.of(reviewText.right, subject)}
        onClick={() => setAsking(true)}
      >
        {reviewText.right}
      </Button>
      {isAsking && <CloseSheet id={id} subject={subject} onClose={() => setAsking(false)} />}
    </>
  )
}

function CloseSheet({ id, subject, onClose }: CloseButtonProps & { onClose: () => void }) {
  const close = useWrite('POST /admin/review/{id}/close')
  const form = useContractForm({
    schema: ReviewClosing,
    defaultValues: { note: '' },
    submit: async (body) => {
      await close({ params: { id }, body })
      onClose()
      toast(reviewText.closed)
    },
  })
  return (
    <Sheet
      title={reviewText.of(reviewText.right, subject)}
      closeLabel={shellText.close}
      onClose={form.isSubmitting ? undefined : onClose}
    >
      <Form {...form.formProps}>
        <p>{reviewText.rightText}</p>
        <FormFailure text={form.failure} />
        <Field
          {...form.field('note')}
          label={reviewText.note}
          hint={reviewText.noteHint}
          maxLength={maxReviewNote}
          autoComplete="off"
        />
        <Button type="submit" busy={form.isSubmitting}>
          {reviewText.right}
        </Button>
      </Form>
    </Sheet>
  )
}
