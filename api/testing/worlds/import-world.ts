/** Imports for tests (D17): files, and the calls of a console that sends and applies one. */

import { type ImportDetail, importPartBytes, type ImportView } from '#contract/console/import.ts'
import type { EndpointKey, ResponseOf } from '#contract/endpoints/endpoints.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'

import { staffOf } from './staff.ts'
import { type Answer, newCpf, type Sent, type TestCompany, type World } from './world.ts'

type Call = (key: EndpointKey, sent?: Sent) => Promise<Answer>
type Headers = { headers: Record<string, string> }

/** A CSV of these rows under the header of all columns. */
export function csv(...lines: string[]): string {
  return [
    'document;name;email;phone;birthdate;opt_in_marketing;points;value;expires_at;external_id',
    ...lines,
  ].join('\n')
}

/** A line with a balance alone. */
export function balanceLine(document: string, points: number, external_id: string, expires = '') {
  return `${document};;;;;;${points};;${expires};${external_id}`
}

/** The calls of one person of the console. */
export function importsOf(call: Call, { headers }: Headers) {
  const begin = (name: string, size: number) =>
    call('POST /admin/import', { headers, body: { name, size } })
  const send = (id: string, body: object) =>
    call('POST /admin/import/{id}/part', { headers, params: { id }, body })
  const act = (id: string, verb: 'apply' | 'continue') =>
    call(`POST /admin/import/{id}/${verb}`, { headers, params: { id } })

  /** Sends a file part by part. */
  async function check(file: string | Buffer): Promise<ImportView> {
    const bytes = Buffer.from(file)
    const begun = await begin('saldos.csv', bytes.length)
    if (begun.status !== 201) throw new Error(begun.text)
    let view = begun.body as ImportView
    for (let part = 0; view.state === 'RECEIVING'; part += 1) {
      const content = bytes.subarray(part * importPartBytes, (part + 1) * importPartBytes)
      const is_last = (part + 1) * importPartBytes >= bytes.length
      const answer = await send(view.id, { part, is_last, content: content.toString('base64') })
      if (answer.status !== 200) throw new Error(answer.text)
      view = answer.body as ImportView
    }
    return view
  }
  async function detail(id: string): Promise<ImportDetail> {
    const answer = await call('GET /admin/import/{id}', { headers, params: { id } })
    if (answer.status !== 200) throw new Error(answer.text)
    return answer.body as ResponseOf<'GET /admin/import/{id}'>
  }
  /** Applies a checked import to its end. */
  async function apply(id: string): Promise<ImportView> {
    const begun = await act(id, 'apply')
    if (begun.status !== 200) throw new Error(begun.text)
    for (;;) {
      const answer = await act(id, 'continue')
      if (answer.status !== 200) throw new Error(answer.text)
      const view = answer.body as ImportView
      if (view.state === 'APPLIED') return view
    }
  }
  return {
    begin,
    send,
    act,
    check,
    detail,
    apply,
    /** Checks and applies a file. */
    imported: async (file: string | Buffer) => apply((await check(file)).id),
    /** The refused lines of a file, as 'line field: sentence'. */
    refusals: async (file: string | Buffer) => {
      const { id } = await check(file)
      const { refused_lines } = await detail(id)
      return refused_lines.map(({ line, field, sentence }) => `${line} ${field}: ${sentence}`)
    },
  }
}

/** The company's data of the customers with these documents, in the order of the documents. */
export function membersOf(database: Database, company: TestCompany, documents: string[]) {
  return rows<{
    id: string
    name: string | null
    email: string | null
    phone: string | null
    login_type: string
    is_confirmed: boolean
    amount: number
    value: number
  }>(
    database,
    sql`select customer.id, name, email, phone, login_type, has_confirmed_contact as is_confirmed, amount, value
          from customer
          join balance on balance.company_id = customer.company_id and balance.customer_id = customer.id
         where customer.company_id = ${company.id} and document = any (${documents})
         order by array_position(${documents}, document)`,
  )
}

/** A company, its owner, and a file of `count` balances of 1 to `count` points with their sum. */
export async function stageImport(world: World, slug: string, count: number) {
  const company = await world.createCompany(slug, {})
  const owner = await staffOf(world, company)
  const documents = Array.from({ length: count }, newCpf)
  const file = csv(...documents.map((document, at) => balanceLine(document, at + 1, `s${at}`)))
  const sum = (count * (count + 1)) / 2
  return { company, owner, documents, file, sum }
}

/** What imports have credited to a company's customers so far. */
export function importedTotals(of: Database, company: TestCompany) {
  return row<{ customers: number; records: number; amount: number }>(
    of,
    sql`select count(distinct customer_id)::integer as customers, count(*)::integer as records, sum(amount)::integer as amount
          from points_record
         where company_id = ${company.id} and origin = 'import'`,
  )
}
