/** `fiel customer`: an operator's commands for requests under the LGPD. Each verb writes an entry of the audit log (D16). */

import { type FileHandle, open } from 'node:fs/promises'
import { dirname } from 'node:path'

import { defineCommand } from 'citty'

import { noteAct } from '#api/audit/note.ts'
import { operator } from '#api/audit/operator.ts'
import { companyNow } from '#api/clock/clock.ts'
import { companyBySlug } from '#api/company/lookup.ts'
import { withSealedDatabase } from '#api/secret/sealed-database.ts'
import { formatMoney } from '#contract/value/money.ts'
import { defineVerb, withDatabase } from '#database/command-line.ts'
import type { Database } from '#database/sql.ts'

import { customerErased, customerExported, customerFound } from './acts.ts'
import { eraseCustomer, forfeitOf } from './erase.ts'
import { personalData } from './export.ts'
import { findCustomers, type FoundCustomer, kindOfName } from './find.ts'

const company = {
  type: 'positional',
  required: true,
  description: 'slug of the company',
} as const
const customer = {
  type: 'positional',
  required: true,
  description: 'CPF, CNPJ, email or phone of the customer, or the id that find prints',
} as const

const find = defineVerb({
  meta: { name: 'find', description: 'Finds customers and prints their ids, with masked names' },
  args: { company, customer },
  example: 'cafe 52998224725',
  run: ({ args }) =>
    withDatabase(async (database) => {
      const { company_id } = await companyBySlug(database, args.company)
      const found = await findCustomers(database, company_id, args.customer)
      const actor = operator()
      const ids = found.map(({ id }) => id)
      const act = customerFound(actor, ids, kindOfName(args.customer))
      await noteAct(database, company_id, actor, act, new Date())
      if (found.length === 0) throw new Error(nobody(args.company))
      for (const one of found) console.log(line(one))
    }),
})

const exportVerb = defineVerb({
  meta: {
    name: 'export',
    description:
      'Writes everything that is held about a customer to a new file, as GET /customer/data',
  },
  args: {
    company,
    customer,
    file: { type: 'positional', required: true, description: 'a new file; only you may read it' },
  },
  example: 'cafe 52998224725 dados.json',
  run: ({ args }) =>
    withSealedDatabase(async (sealed) => {
      const { company_id } = await companyBySlug(sealed.database, args.company)
      const { id } = await oneCustomer(sealed.database, company_id, args)
      const now = await presentOf(sealed.database, company_id)
      const file = await newFile(args.file)
      try {
        const actor = operator()
        const act = customerExported(actor, id, { by: kindOfName(args.customer) })
        await noteAct(sealed.database, company_id, actor, act, now)
        // A hash that no session has.
        const person = { company_id, customer_id: id, token_hash: Buffer.alloc(0), now }
        for (const part of await personalData(sealed, person)) await file.writeFile(part)
      } finally {
        await file.close()
      }
      console.log(`${id}: written to ${args.file}`)
    }),
})

const erase = defineVerb({
  meta: {
    name: 'erase',
    description: 'Erases a customer. Without --confirm it only says what is forfeited',
  },
  args: {
    company,
    customer,
    confirm: {
      type: 'string',
      valueHint: 'ID',
      description: 'the id of the customer, to show that this one is meant',
    },
  },
  example: 'cafe 52998224725',
  run: ({ args }) =>
    withSealedDatabase(async (sealed) => {
      const { company_id } = await companyBySlug(sealed.database, args.company)
      const found = await oneCustomer(sealed.database, company_id, args)
      const now = await presentOf(sealed.database, company_id)
      const person = { company_id, customer_id: found.id, now }
      const { points_amount, points_value, vouchers } = await forfeitOf(sealed.database, person)
      if (args.confirm !== found.id)
        await noteLook(sealed.database, company_id, args.customer, found)
      console.log(line(found))
      console.log(
        `forfeits ${points_amount} points (${formatMoney(points_value)}) and ${vouchers} vouchers`,
      )
      if (args.confirm === undefined) {
        console.log(`To erase: add --confirm ${found.id}`)
        return
      }
      if (args.confirm !== found.id) {
        throw new Error(`--confirm is ${args.confirm}, and the customer is ${found.id}.`)
      }
      const isErased = await eraseCustomer(sealed, person, {
        andThen: (connection, forfeited) => {
          const actor = operator()
          const detail = { by: kindOfName(args.customer), ...forfeited }
          return noteAct(
            connection,
            company_id,
            actor,
            customerErased(actor, found.id, detail),
            now,
          )
        },
      })
      if (!isErased) throw new Error(nobody(args.company))
      console.log(`${found.id} is erased.`)
    }),
})

/** Notes that the operator sees the customer's masked values, and what an erasure would forfeit. */
async function noteLook(
  database: Database,
  company_id: string,
  identifier: string,
  { id }: FoundCustomer,
): Promise<void> {
  const actor = operator()
  const act = customerFound(actor, [id], kindOfName(identifier))
  await noteAct(database, company_id, actor, act, new Date())
}

export const customerCommand = defineCommand({
  meta: { name: 'customer', description: 'Requests of customers about their data' },
  subCommands: { find, export: exportVerb, erase },
})

/** The instant of a command about a customer: a sandbox's clock is ahead. */
async function presentOf(database: Database, company_id: string): Promise<Date> {
  return companyNow({ database, clock: () => new Date() }, company_id)
}

/** Creates a file that only its owner can read. Throws an Error of one sentence if it cannot. */
async function newFile(path: string): Promise<FileHandle> {
  try {
    // 'wx' refuses an existing file, and a link that another user may have placed there.
    return await open(path, 'wx', 0o600)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') throw new Error(`${path} exists: name a new file.`, { cause: error })
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      throw new Error(`${dirname(path)} is no folder.`, { cause: error })
    }
    throw error
  }
}

/** The customer with this identifier. Throws an Error of one sentence unless exactly one customer matches. */
async function oneCustomer(
  database: Database,
  company_id: string,
  named: { company: string; customer: string },
): Promise<FoundCustomer> {
  const found = await findCustomers(database, company_id, named.customer)
  const [one] = found
  if (!one) throw new Error(nobody(named.company))
  if (found.length > 1) {
    throw new Error(
      `${found.length} customers are named so: use one of the ids ${found.map(({ id }) => id).join(', ')}.`,
    )
  }
  return one
}

/** The message for an unknown customer. It does not repeat the identifier, so that logs hold no personal data. */
function nobody(slug: string): string {
  return `${slug} has no such customer.`
}

function line({ id, name, document, email, phone, created_at }: FoundCustomer): string {
  return [
    id,
    name ?? 'no name',
    document ?? 'no document',
    email ?? 'no email',
    phone ?? 'no phone',
    `since ${created_at.slice(0, 10)}`,
  ].join('  ')
}
