import { expect, test } from 'vitest'

import { redactedFields } from '#contract/person/personal-data.ts'

import { createLog } from './log.ts'

test('a log line leaves out the fields that the map of personal data names [D12 D16]', () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const person = { email: 'ana@exemplo.com.br', document: '52998224725', phone: '+5511987650001' }
  log.info({ ...person, customer: person, route: '/api/customer' }, 'request')
  expect(redactedFields).toEqual(
    expect.arrayContaining(['birthdate', 'password_hash', ...Object.keys(person)]),
  )
  for (const value of Object.values(person)) expect(lines.join('')).not.toContain(value)
  expect(JSON.parse(lines[0]!)).toMatchObject({
    route: '/api/customer',
    email: '[personal]',
    customer: { document: '[personal]' },
  })
})
