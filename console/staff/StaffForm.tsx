import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'

import { useWrite } from '#console/client/write.ts'
import { FormFailure } from '#console/feedback/FormFailure.tsx'
import { toast } from '#console/feedback/toasts.tsx'
import { ChoiceList } from '#console/form/ChoiceList.tsx'
import { useContractForm } from '#console/form/use-contract-form.ts'
import { programme } from '#console/programme/draft/queries.ts'
import { roleName, shellText } from '#console/text/shell.ts'
import { roleSentences, staffText } from '#console/text/staff.ts'
import { UnsentNotice } from '#console/unsent/UnsentNotice.tsx'
import { useUnsentValues } from '#console/unsent/use-unsent-values.ts'
import {
  StaffChange,
  StaffInvitation,
  type StaffMember,
  staffRoles,
} from '#contract/console/staff.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { Sheet } from '#ui/overlay/Dialog.tsx'

type Role = StaffMember['role']

/** A new person, whom a mail invites. */
export function InviteSheet({ onClose }: { onClose: () => void }) {
  const invite = useWrite('POST /admin/staff')
  const form = useContractForm({
    schema: StaffInvitation,
    unsent: useUnsentValues('invitation'),
    // The role with the fewest actions is chosen at first, so that nobody gives more rights than intended.
    defaultValues: { email: '', name: '', role: 'cashier', shops: [] },
    errorFields: { used_email: 'email', unknown_subsidiary: 'shops' },
    submit: async (body) => {
      await invite({ body: { ...body, shops: shopsOf(body) } })
      onClose()
      toast(staffText.invited(body.email))
    },
  })
  const { setFocus } = form
  // An effect after the sheet's own, which opens it with the focus on its close button.
  useEffect(() => setFocus('email'), [setFocus])
  const role = useWatch({ control: form.control, name: 'role' })
  return (
    <Sheet
      title={staffText.inviteTitle}
      closeLabel={shellText.close}
      onClose={form.isSubmitting ? undefined : onClose}
    >
      <Form {...form.formProps}>
        <p>{staffText.inviteText}</p>
        <UnsentNotice {...form.notice} />
        <FormFailure text={form.failure} />
        <Field {...form.field('email')} label={staffText.email} type="email" autoComplete="off" />
        <Field {...form.field('name')} label={staffText.name} autoComplete="off" />
        <RoleField field={form.field('role')} />
        {role === 'cashier' && <ShopField field={form.field('shops')} />}
        <Button type="submit" busy={form.isSubmitting}>
          {staffText.sendInvitation}
        </Button>
      </Form>
    </Sheet>
  )
}

type ChangeSheetProps = { person: StaffMember; onClose: () => void }

export function ChangeSheet({ person, onClose }: ChangeSheetProps) {
  const change = useWrite('PUT /admin/staff/{id}')
  const { id, name, role: firstRole, shops } = person
  const form = useContractForm({
    schema: StaffChange,
    unsent: useUnsentValues(`staff ${id}`),
    defaultValues: { name, role: firstRole, shops },
    errorFields: { last_owner: 'role', unknown_subsidiary: 'shops' },
    submit: async (body) => {
      await change({ params: { id }, body: { ...body, shops: shopsOf(body) } })
      onClose()
      toast(staffText.changed(body.name))
    },
  })
  const role = useWatch({ control: form.control, name: 'role' })
  return (
    <Sheet
      title={staffText.changeOf(name)}
      closeLabel={shellText.close}
      onClose={form.isSubmitting ? undefined : onClose}
    >
      <Form {...form.formProps}>
        <p>{person.email}</p>
        <UnsentNotice {...form.notice} />
        <FormFailure text={form.failure} />
        <Field {...form.field('name')} label={staffText.name} autoComplete="off" />
        <RoleField field={form.field('role')} />
        {role === 'cashier' && <ShopField field={form.field('shops')} />}
        <Button type="submit" busy={form.isSubmitting}>
          {staffText.save}
        </Button>
      </Form>
    </Sheet>
  )
}

/** Only a cashier is bound to shops. */
function shopsOf({ role, shops }: { role: Role; shops: string[] }): string[] {
  return role === 'cashier' ? shops : []
}

type FieldOfForm = Pick<
  React.ComponentProps<typeof ChoiceList>,
  'name' | 'error' | 'inputRef' | 'onChange' | 'onBlur'
>

function RoleField({ field }: { field: FieldOfForm }) {
  const choices = staffRoles.map((role) => ({
    value: role,
    label: roleName(role),
    text: roleSentences[role],
  }))
  return <ChoiceList {...field} type="radio" label={staffText.role} choices={choices} />
}

/** Nothing is shown for a company without a list of shops. */
function ShopField({ field }: { field: FieldOfForm }) {
  const { data } = useQuery(programme)
  // The document is as loose as JSON; the published one follows contract/company-file.ts.
  const shops = (data?.document['subsidiaries'] ?? []) as { name: string }[]
  if (shops.length === 0) return null
  return (
    <ChoiceList
      {...field}
      type="checkbox"
      label={staffText.shops}
      hint={staffText.shopsHint}
      choices={shops.map(({ name }) => ({ value: name, label: name }))}
    />
  )
}
