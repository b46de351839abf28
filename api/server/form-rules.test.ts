/** The browser's forms and the API use the same rules, so that they give the same messages (R5). */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type * as z from 'zod/mini'

import { asGuest, createWorld, newCpf, errorOf, registration } from '#api/testing/worlds/world.ts'
import { CustomerChange, Registration } from '#contract/customer.ts'
import type { EndpointKey } from '#contract/endpoints/endpoints.ts'
import { LoginLinkRequest, PasswordReset } from '#contract/session.ts'

const world = await createWorld()
const { cafe, call } = world
const ana = await world.registered(cafe)

/** Realistic and arbitrary input. */
const typed = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.stringMatching(/^\d{0,14}$/),
  fc.stringMatching(/^[a-z.@]{0,20}$/),
  fc.constantFrom(
    '',
    ' ',
    'SP',
    'sp',
    'M',
    '01310100',
    '01310-100',
    '2000-02-30',
    '1990-12-31',
    '2030-01-01',
    '+5511987654321',
    'ana@exemplo.com.br',
    newCpf(),
    '12ABC34501DE35',
    'x'.repeat(192),
  ),
  fc.boolean(),
  fc.constant(null),
)

function someOf(...fields: string[]): fc.Arbitrary<Record<string, unknown>> {
  return fc.record(Object.fromEntries(fields.map((field) => [field, typed])), { requiredKeys: [] })
}

const forms: { key: EndpointKey; schema: z.ZodMiniType; input: fc.Arbitrary<object> }[] = [
  {
    key: 'PUT /customer',
    schema: CustomerChange,
    // Without changes of password and email, which would require the current password.
    input: someOf(
      'name',
      'phone',
      'birthdate',
      'document',
      'sex',
      'opt_in',
      'opt_in_marketing',
      'address_street',
      'address_district',
      'address_city',
      'address_state',
      'address_postal_code',
      'address_number',
      'address_complement',
      'address_country',
    ),
  },
  {
    key: 'POST /customer/create-via-email',
    schema: Registration,
    input: someOf('name', 'document', 'birthdate', 'password', 'opt_in').map((changes) => ({
      ...registration(),
      ...changes,
    })),
  },
  {
    key: 'POST /customer/password-reset',
    schema: PasswordReset,
    input: someOf('token', 'password', 'password_confirmation'),
  },
  { key: 'POST /customer/login-link', schema: LoginLinkRequest, input: someOf('email') },
]

test.each(forms)(
  'form and API agree for each field of $key [R5.1 R5.2 R5.3 R5.4 R5.5 R5.6 R5.7 R5.8]',
  async ({ key, schema, input }) => {
    await fc.assert(
      fc.asyncProperty(input, async (body) => {
        const verdict = schema.safeParse(body)
        const headers = key === 'PUT /customer' ? ana.headers : asGuest(cafe)
        const answer = await call(key, { headers, body })
        if (verdict.success) {
          expect(answer.text).not.toContain('"validation"')
          return
        }
        const sentences: Record<string, string[]> = {}
        for (const { path, message } of verdict.error.issues) {
          const messages = (sentences[path.join('.')] ??= [])
          if (!messages.includes(message)) messages.push(message)
        }
        expect(errorOf(answer)).toEqual({ status: 422, type: 'validation', fields: sentences })
      }),
      { numRuns: 150 },
    )
  },
)
