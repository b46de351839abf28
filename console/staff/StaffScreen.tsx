import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'

import { CallButton } from '#console/call/CallButton.tsx'
import { useWrite } from '#console/client/write.ts'
import { ConfirmDialog } from '#console/feedback/ConfirmDialog.tsx'
import { PageHeader } from '#console/feedback/PageHeader.tsx'
import { QueryView } from '#console/feedback/QueryView.tsx'
import { Section } from '#console/feedback/Section.tsx'
import { toast } from '#console/feedback/toasts.tsx'
import { useNewLink } from '#console/path/new-link.ts'
import { ActsRefusalText, useActsRefusal } from '#console/session/ActsRefusal.tsx'
import { useMe } from '#console/session/use-me.ts'
import { SearchableList } from '#console/table/SearchableList.tsx'
import { roleName } from '#console/text/shell.ts'
import { staffText } from '#console/text/staff.ts'
import { titles } from '#console/text/titles.ts'
import type { StaffMember } from '#contract/console/staff.ts'
import { Button } from '#ui/Button.tsx'
import { Stack } from '#ui/Stack.tsx'

import { staffCalls } from './calls.ts'
import { People, type PersonAct } from './People.tsx'
import { staff } from './queries.ts'
import { RoleTable } from './RoleTable.tsx'
import { ChangeSheet, InviteSheet } from './StaffForm.tsx'

type Open = 'invite' | { act: PersonAct; person: StaffMember }

export default function StaffScreen() {
  const query = useQuery(staff)
  const refusal = useActsRefusal('staff.manage')
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  useNewLink(useCallback(() => setOpen('invite'), []))
  return (
    <Stack>
      <PageHeader
        title={titles['settings.staff']}
        text={staffText.intro}
        actions={
          <>
            <CallButton calls={() => staffCalls(refusal === undefined)} />
            <Button {...refusal} onClick={() => setOpen('invite')}>
              {staffText.invite}
            </Button>
          </>
        }
      />
      <ActsRefusalText refusal={refusal} acts={staffText.manages} />
      <Section title={staffText.people}>
        <QueryView query={query} height="14rem">
          {(people) => (
            <SearchableList label={staffText.search} items={people ?? []} textsOf={textsOf}>
              {(found) => (
                <People
                  people={found}
                  refusal={refusal}
                  onAct={(act, person) => setOpen({ act, person })}
                />
              )}
            </SearchableList>
          )}
        </QueryView>
      </Section>
      <RoleTable />
      {open === 'invite' && refusal === undefined && <InviteSheet onClose={close} />}
      {typeof open === 'object' && open.act === 'change' && (
        <ChangeSheet person={open.person} onClose={close} />
      )}
      {typeof open === 'object' && open.act === 'remove' && (
        <RemoveDialog person={open.person} onClose={close} />
      )}
    </Stack>
  )
}

function textsOf({ name, email, role, shops }: StaffMember): string[] {
  return [name, email, roleName(role), ...shops]
}

/** Asks first, because a removal is final: the person can only be invited again. */
function RemoveDialog({ person, onClose }: { person: StaffMember; onClose: () => void }) {
  const remove = useWrite('DELETE /admin/staff/{id}')
  const me = useMe()
  const { id, name, state } = person
  return (
    <ConfirmDialog
      title={staffText.removeTitle(name)}
      confirm={staffText.remove}
      onConfirm={async () => {
        await remove({ params: { id } })
        onClose()
        toast(staffText.removed(name))
      }}
      onClose={onClose}
    >
      {id === me.staff.id && <p>{staffText.removeSelf}</p>}
      <p>{state === 'ACTIVE' ? staffText.removeActive : staffText.removeInvited}</p>
      <p>{staffText.removeFinal}</p>
    </ConfirmDialog>
  )
}
