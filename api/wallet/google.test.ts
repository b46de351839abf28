import { jwtVerify } from 'jose'
import { expect, test } from 'vitest'

import { googleFile, issuerId, serviceAccount } from '#api/testing/fakes/wallet-credential.ts'
import { createWorld } from '#api/testing/worlds/world.ts'
import type { Company } from '#contract/company.ts'

import { readGoogleCredential } from './credential.ts'
import { googleLink } from './google.ts'
import type { Pass } from './pass.ts'

const world = await createWorld()
const clube = await world.createCompany('clube', {
  name: 'Padaria São João',
  program_name: 'Clube da Padaria',
  primary_color: '#8c4a2f',
})
const file = googleFile()
const read = readGoogleCredential(file.text)
if (typeof read === 'string') throw new Error(read)
const { credential } = read
const company = await companyOf(clube.id)
const id = '0193f7a2-7c1e-7d44-9d6e-1c8d2b1f0a11'
const member = { kind: 'member', id, name: 'Ana Lima', since: '2026-11-20' } as const
const prize = { id, name: 'Pão', description: null, tos_url: null, photo_url: null, category: null }
const voucher = {
  kind: 'voucher',
  id,
  code: 'ABCD-1234',
  prize,
  validity: { expires_at: '2026-12-01', ends_at: '2026-12-02T02:59:59.000Z' },
} as const

async function companyOf(company_id: string): Promise<Company> {
  const answer = await world.call('GET /company/{id}', { params: { id: company_id } })
  return answer.body as Company
}

const prefix = 'https://pay.google.com/gp/v/save/'

async function jwtOf(pass: Pass, of: Company = company): Promise<string> {
  const link = await googleLink(pass, { company: of, issuer_id: issuerId }, credential, world.now())
  expect(link.startsWith(prefix)).toBe(true)
  return link.slice(prefix.length)
}

type Saved = Record<string, { id: string; classId: string; [field: string]: unknown }[]>

/** Verified as Google verifies it: signature, issuer and audience. */
async function savedFrom(pass: Pass, of?: Company) {
  const { payload, protectedHeader } = await jwtVerify(await jwtOf(pass, of), file.publicKey, {
    issuer: serviceAccount,
    audience: 'google',
    algorithms: ['RS256'],
    currentDate: world.now(),
  })
  expect(protectedHeader).toEqual({ alg: 'RS256', typ: 'JWT' })
  expect(payload).toMatchObject({ typ: 'savetowallet', origins: [] })
  expect(payload.iat).toBe(Date.parse('2026-11-20T15:00:00Z') / 1000)
  return payload['payload'] as Saved
}

test('the pass of a voucher is an offer with QR code and end, signed by the service account', async () => {
  const { offerClasses, offerObjects, ...others } = await savedFrom(voucher)
  expect(others).toEqual({})
  expect(offerClasses).toMatchObject([
    {
      id: expect.stringMatching(/^3388000000012345678\.fiel-[\da-f]{16}$/),
      issuerName: 'Padaria São João',
      provider: 'Clube da Padaria',
      title: 'Pão',
      redemptionChannel: 'INSTORE',
      reviewStatus: 'UNDER_REVIEW',
      hexBackgroundColor: '#8c4a2f',
    },
  ])
  expect(offerObjects).toEqual([
    {
      id: `${issuerId}.voucher-${id}`,
      classId: offerClasses![0]!.id,
      state: 'ACTIVE',
      barcode: { type: 'QR_CODE', value: 'ABCD-1234', alternateText: 'ABCD-1234' },
      validTimeInterval: { end: { date: '2026-12-02T02:59:59.000Z' } },
    },
  ])
})

test('the pass of a voucher without a last day has no interval', async () => {
  const { offerObjects } = await savedFrom({ ...voucher, validity: null })
  expect(offerObjects![0]).not.toHaveProperty('validTimeInterval')
})

test('the card of a customer has no barcode, but a link to the member code [D14]', async () => {
  const { loyaltyClasses, loyaltyObjects, ...others } = await savedFrom(member)
  expect(others).toEqual({})
  expect(loyaltyClasses).toMatchObject([
    {
      programName: 'Clube da Padaria',
      multipleDevicesAndHoldersAllowedStatus: 'ONE_USER_ALL_DEVICES',
    },
  ])
  expect(loyaltyObjects).toEqual([
    {
      id: `${issuerId}.member-${id}`,
      classId: loyaltyClasses![0]!.id,
      state: 'ACTIVE',
      accountName: 'Ana Lima',
      linksModuleData: {
        uris: [
          {
            uri: 'https://clube.localhost/fidelidade/resumo?codigo',
            description: 'Abrir Meu código',
          },
        ],
      },
    },
  ])
})

test('the card of a customer without a name has no account name', async () => {
  const { loyaltyObjects } = await savedFrom({ ...member, name: null })
  expect(loyaltyObjects![0]).not.toHaveProperty('accountName')
})

test('the logo on a Google pass is a picture that this server draws', async () => {
  const { loyaltyClasses } = await savedFrom(member)
  const { uri } = (loyaltyClasses![0] as unknown as { programLogo: { sourceUri: { uri: string } } })
    .programLogo.sourceUri
  expect(uri).toMatch(
    /^https:\/\/clube\.localhost\/icons\/[\da-f-]{36}\/[\da-f]{32}\/maskable-512\.png$/,
  )
})

test('a pass class keeps its id until its content changes: Google ignores changes of a class', async () => {
  const classOf = async (of: Company) => (await savedFrom(member, of))['loyaltyClasses']![0]!.id
  expect(await classOf(company)).toBe(await classOf(company))
  expect(await classOf({ ...company, primary_color: '#112233' })).not.toBe(await classOf(company))
})

test('a Google pass link with the longest names has at most 1,800 characters of JWT', async () => {
  const long191 = 'Padaria São João da Boa Vista '.repeat(7).slice(0, 191)
  const long = { ...company, name: long191, program_name: long191 }
  long.frontend_domain = `${'c'.repeat(30)}.exemplo.com.br`
  const longest: Pass[] = [
    { ...member, name: long191 },
    { ...voucher, code: 'X'.repeat(60), prize: { ...prize, name: long191 } },
  ]
  for (const pass of longest) {
    expect((await jwtOf(pass, long)).length, pass.kind).toBeLessThanOrEqual(1_800)
  }
})
