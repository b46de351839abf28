/** `fiel staff`: the people of a company's console, for the first owner and for a server without a mail server (D15). */

import { defineCommand } from 'citty'
import type { Pool } from 'pg'

import { operator } from '#api/audit/operator.ts'
import { companyBySlug } from '#api/company/lookup.ts'
import type { QueueMail } from '#api/context/mail-job.ts'
import { ApiError } from '#api/http/api-error.ts'
import { originOf } from '#api/http/origin.ts'
import { withMails } from '#api/job/mails.ts'
import { type StaffMember, type StaffRole, staffRoles } from '#contract/console/staff.ts'
import { Email } from '#contract/person/contact.ts'
import { defineVerb, UsageError, withDatabase } from '#database/command-line.ts'
import { environment } from '#database/environment.ts'
import { transaction } from '#database/sql.ts'

import { endAccess } from './change-member.ts'
import { fileOf } from './console.ts'
import { addMember, renewInvitation } from './invite.ts'
import { issueStaffLink } from './link.ts'
import { staffMembers } from './members.ts'

const company = { type: 'positional', required: true, description: 'slug of the company' } as const
const email = { type: 'positional', required: true, description: 'email of the person' } as const

const invite = defineVerb({
  meta: {
    name: 'invite',
    description: 'Invites a person to the console by mail, or an invited one again',
  },
  args: {
    company,
    email,
    role: {
      type: 'string',
      valueHint: 'ROLE',
      description: `one of ${staffRoles.join(', ')} (owner)`,
    },
    name: { type: 'string', valueHint: 'NAME', description: 'name of the person (from the email)' },
    'print-link': {
      type: 'boolean',
      description: 'prints the link instead of sending it; whoever has it can join',
    },
  },
  example: 'cafe dona@cafe.example',
  run: async ({ args }) => {
    const address = emailOf(args.email)
    const role = roleOf(args.role)
    await withDatabase(async (database) => {
      const { company_id } = await companyBySlug(database, args.company)
      const { admin_domain } = await fileOf(database, company_id)
      if (admin_domain === null) {
        throw new Error(`${args.company} has no console: write admin_domain in its company.yaml.`)
      }
      const name = args.name ?? address.split('@')[0]!
      const invitation = { company_id, email: address, name, role }
      if (!args['print-link']) {
        await withMails(database, (queueMail) => added(database, queueMail, invitation))
        console.log(`The invitation to ${address} is queued.`)
        return
      }
      // A mail would have a newer link, which ends the printed one.
      await added(database, async () => undefined, invitation)
      const { id } = await memberWith(database, company_id, address)
      const person = { company_id, staff_id: id }
      const path = await issueStaffLink(database, person, 'INVITATION', new Date())
      console.log(`${originOf(admin_domain, environment.PORT ?? 3000)}${path}`)
    })
  },
})

const list = defineVerb({
  meta: {
    name: 'list',
    description: 'Lists who works in the console: email, role, state, last use',
  },
  args: { company },
  example: 'cafe',
  run: ({ args }) =>
    withDatabase(async (database) => {
      const { company_id } = await companyBySlug(database, args.company)
      for (const member of await staffMembers(database, company_id, new Date())) {
        console.log(line(member))
      }
    }),
})

const remove = defineVerb({
  meta: { name: 'remove', description: 'Ends a person’s access to the console at once' },
  args: { company, email },
  example: 'cafe rui@cafe.example',
  run: ({ args }) =>
    withDatabase(async (database) => {
      const address = emailOf(args.email)
      const { company_id } = await companyBySlug(database, args.company)
      const { id } = await memberWith(database, company_id, address)
      await inWords(() =>
        transaction(database, (connection) =>
          endAccess(
            connection,
            { company_id, actor: operator(), caller: null, now: new Date() },
            id,
          ),
        ),
      )
      console.log(`${address} has no access any more.`)
    }),
})

export const staff = defineCommand({
  meta: { name: 'staff', description: 'The people of a company’s console' },
  subCommands: { invite, list, remove },
})

type Invitation = { company_id: string; email: string; name: string; role: StaffRole }

/** Invites the person, or again one whose invitation is open or expired. */
async function added(
  database: Pool,
  queueMail: QueueMail,
  { company_id, ...member }: Invitation,
): Promise<void> {
  const adding = { queueMail, actor: operator(), caller: null, company_id, now: new Date() }
  const members = await staffMembers(database, company_id, adding.now)
  const invited = members.find(({ email, state }) => email === member.email && state === 'INVITED')
  await inWords(() =>
    transaction(database, async (connection) => {
      if (invited) await renewInvitation(connection, adding, invited.id)
      else await addMember(connection, adding, { ...member, shops: [] })
    }),
  )
}

/** Throws the message of an error code as a sentence for the operator. */
async function inWords(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof ApiError) throw new Error(error.message, { cause: error })
    throw error
  }
}

type Member = ReturnType<typeof StaffMember.parse>

async function memberWith(database: Pool, company_id: string, address: string): Promise<Member> {
  const members = await staffMembers(database, company_id, new Date())
  const member = members.find(({ email, state }) => email === address && state !== 'LEFT')
  if (!member) throw new Error(`Nobody with the email ${address} works here.`)
  return member
}

function line({ email, role, state, last_seen_at }: Member): string {
  return [
    email,
    role,
    state,
    last_seen_at === null ? 'never used' : `last used ${last_seen_at}`,
  ].join('  ')
}

function emailOf(option: string): string {
  const { data } = Email.safeParse(option)
  if (data === undefined) throw new UsageError(`${option} is no email.`)
  return data
}

function roleOf(option = 'owner'): StaffRole {
  const role = staffRoles.find((one) => one === option)
  if (!role) throw new UsageError(`${option} is no role: use one of ${staffRoles.join(', ')}.`)
  return role
}
