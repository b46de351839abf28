import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { generatePath, useNavigate } from 'react-router'
import * as z from 'zod/mini'

import { FormFailure } from '#console/feedback/FormFailure.tsx'
import { QueryView } from '#console/feedback/QueryView.tsx'
import { toast } from '#console/feedback/toasts.tsx'
import { ChoiceList } from '#console/form/ChoiceList.tsx'
import { useContractForm } from '#console/form/use-contract-form.ts'
import { paths } from '#console/path/paths.ts'
import { mergeText } from '#console/text/merge.ts'
import { sentenceCase } from '#console/value/sentence-case.ts'
import { messageOf } from '#contract/console/error-message.ts'
import { mergeProofNames, mergeProofs, MergeRequest } from '#contract/console/merge.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Form } from '#ui/form/Form.tsx'

import { Preview } from './MergePreview.tsx'
import { mergePreview } from './queries.ts'
import { useMerge } from './use-merge.ts'
import { useUndoMerge } from './use-undo-merge.ts'

export type NamedAccount = { id: string; name: string; document: string | null }

type MergeFormProps = {
  /** The record's account first. */
  accounts: [NamedAccount, NamedAccount]
  onBusy: (isBusy: boolean) => void
  onDone: () => void
}

const Choice = z.strictObject({ staying_id: z.uuid(), proof: MergeRequest.shape.proof })

/** Which account stays, what happens then, and the proof. */
export function MergeForm({ accounts, onBusy, onDone }: MergeFormProps) {
  const [first, second] = accounts
  const [staying_id, setStaying] = useState(first.id)
  const absorbed_id = staying_id === first.id ? second.id : first.id
  const form = useMergeForm({ accounts, onBusy, onDone })
  const query = useQuery(mergePreview(staying_id, absorbed_id))
  const problem = query.data?.problem
  const { onChange, ...stays } = form.field('staying_id')
  return (
    <Form {...form.formProps}>
      <FormFailure text={form.failure} />
      <ChoiceList
        {...stays}
        type="radio"
        label={mergeText.stays}
        hint={mergeText.staysHint}
        choices={accounts.map(({ id, name, document }) => ({
          value: id,
          label: document === null ? name : `${name} · ${document}`,
        }))}
        onChange={(event) => {
          setStaying(event.target.value)
          void onChange(event)
        }}
      />
      <QueryView query={query} height="16rem">
        {(preview) => preview && <Preview preview={preview} />}
      </QueryView>
      {problem && <Banner tone="warning">{messageOf(problem)}</Banner>}
      <ChoiceList
        {...form.field('proof')}
        type="radio"
        label={mergeText.proof}
        choices={mergeProofs.map((value) => ({
          value,
          label: sentenceCase(mergeProofNames[value]),
        }))}
      />
      <Button
        type="submit"
        busy={form.isSubmitting}
        disabledReason={problem ? messageOf(problem) : undefined}
      >
        {mergeText.confirm}
      </Button>
    </Form>
  )
}

function useMergeForm({ accounts: [first, second], onBusy, onDone }: MergeFormProps) {
  const navigate = useNavigate()
  const merge = useMerge(first.id)
  const undo = useUndoMerge()
  return useContractForm({
    schema: Choice,
    defaultValues: { staying_id: first.id },
    submit: async ({ staying_id, proof }) => {
      const absorbed_id = staying_id === first.id ? second.id : first.id
      onBusy(true)
      try {
        const done = await merge(staying_id, { absorbed_id, proof })
        onDone()
        if (done.is_repeat) toast(mergeText.before)
        else toast(mergeText.done(done.points_amount), () => undo(done.id))
        if (staying_id !== first.id) {
          await navigate(generatePath(paths.customer, { id: staying_id }))
        }
      } finally {
        onBusy(false)
      }
    },
  })
}
