/** Customers of a demo company for pictures: the demo's own, one without purchases, and one with 1,000. */

import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { customer } from '#demo/companies/customer.ts'

import type { DemoServer } from '../demo-server.ts'

export const personNames = ['usual', 'new', 'heavy'] as const
export type PersonName = (typeof personNames)[number]
export type Credentials = { email: string; password: string }

const heavyPurchases = 1_000
/** Sales in flight at once. */
const sales = 10

const people = {
  new: { name: 'Beatriz Nunes Prado', document: '11144477735' },
  heavy: {
    name: 'Maria Aparecida dos Santos Albuquerque de Vasconcelos',
    document: '12345678909',
  },
}

/** Registers the person at the company, unless it is the demo's own customer. Returns how they sign in. */
export async function addPerson(
  server: DemoServer,
  slug: string,
  name: PersonName,
): Promise<Credentials> {
  if (name === 'usual') return customer
  const person = { ...people[name], email: `${name}@exemplo.com.br`, password: 'girassol9' }
  const call = caller(server)
  const [company] = await call<{ company_id: string }[]>(
    `/company/get-company-by-domain/${slug}.localhost`,
  )
  await call(
    '/customer/create-via-email',
    { 'company-id': company!.company_id },
    { ...person, birthdate: '1988-09-07', opt_in: true, opt_in_marketing: false },
  )
  if (name === 'heavy') {
    const key = await readFile(join(server.folder, `demo-partner-key-${slug}`), 'utf8')
    for (let sold = 0; sold < heavyPurchases; sold += sales) {
      await Promise.all(
        Array.from({ length: sales }, (_, at) =>
          call(
            '/partner/points/generate',
            { authorization: `Bearer ${key}` },
            {
              customer: { document: person.document },
              // Between R$ 3,00 and R$ 900,00.
              purchase_value: 300 + (((sold + at) * 7_919) % 89_700),
              external_id: randomUUID(),
              subsidiary_name: 'Loja central',
            },
          ),
        ),
      )
    }
  }
  return person
}

/** Calls the API of the server. It must succeed. */
function caller({ port }: DemoServer) {
  return async <Answer>(
    path: string,
    headers: Record<string, string> = {},
    body?: object,
  ): Promise<Answer> => {
    const response = await fetch(`http://localhost:${port}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
    return JSON.parse(text) as Answer
  }
}
