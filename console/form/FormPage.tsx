import type { ComponentProps, ReactNode } from 'react'
import { useBlocker } from 'react-router'

import { FormFailure } from '#console/feedback/FormFailure.tsx'
import { PageHeader } from '#console/feedback/PageHeader.tsx'
import { formText } from '#console/text/form.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { Stack } from '#ui/Stack.tsx'

import styles from './FormPage.module.css'

type FormPageProps = {
  title: string
  text?: string
  /** At the right of the title, as 'Ver como API'. */
  actions?: ReactNode
  /** Of useContractForm. */
  form: {
    formProps: ComponentProps<'form'>
    formState: { isDirty: boolean }
    isSubmitting: boolean
    failure: string | undefined
    reset: () => void
  }
  save?: string
  /** Why this role may not save. */
  disabledReason?: string | undefined
  children: ReactNode
}

/**
 * A screen that is one form: a bar at the foot says that something is not saved, and leaving asks first. The person sees at every
 * moment whether the values are saved.
 */
export function FormPage({
  title,
  text,
  actions,
  form,
  save,
  disabledReason,
  children,
}: FormPageProps) {
  const { isDirty } = form.formState
  const leave = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && !form.isSubmitting && currentLocation.pathname !== nextLocation.pathname,
  )
  return (
    <form {...form.formProps}>
      <Stack>
        <PageHeader title={title} {...(text && { text })} actions={actions} />
        <FormFailure text={form.failure} />
        {children}
        <div className={styles.bar} data-shown={isDirty}>
          <output>{isDirty && formText.unsaved}</output>
          {isDirty && (
            <Button variant="quiet" onClick={() => form.reset()}>
              {formText.discard}
            </Button>
          )}
          <Button type="submit" busy={form.isSubmitting} disabledReason={disabledReason}>
            {save ?? formText.save}
          </Button>
        </div>
      </Stack>
      {leave.state === 'blocked' && (
        <Dialog
          title={formText.leaveTitle}
          onClose={() => leave.reset()}
          actions={
            <>
              <Button variant="quiet" onClick={() => leave.proceed()}>
                {formText.leave}
              </Button>
              <Button onClick={() => leave.reset()}>{formText.stay}</Button>
            </>
          }
        >
          <p>{formText.leaveText}</p>
        </Dialog>
      )}
    </form>
  )
}
