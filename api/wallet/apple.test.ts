import { X509Certificate } from 'node:crypto'

import sharp from 'sharp'
import { expect, test } from 'vitest'

import { readPass } from '#api/testing/fakes/read-pass.ts'
import { appleFile, passTypeId, teamId } from '#api/testing/fakes/wallet-credential.ts'
import { createWorld } from '#api/testing/worlds/world.ts'
import type { Company } from '#contract/company.ts'

import { applePass } from './apple.ts'
import { readAppleCredential } from './credential.ts'
import type { VoucherPass } from './pass.ts'

const world = await createWorld()
const clube = await world.createCompany('clube', {
  name: 'Padaria São João',
  program_name: 'Clube da Padaria',
  primary_color: '#8c4a2f',
  subsidiaries: [{ name: 'Centro', address: 'Rua Um, 1' }, { name: 'Norte' }],
})
const params = { id: clube.id }
const company = (await world.call('GET /company/{id}', { params })).body as Company
const file = appleFile()
const read = readAppleCredential(file.text, world.now())
if (typeof read === 'string') throw new Error(read)
const { credential } = read
const sign = await sharp({ create: { width: 180, height: 180, channels: 3, background: '#c00' } })
  .png()
  .toBuffer()

const voucher: VoucherPass = {
  kind: 'voucher',
  id: '0193f7a2-7c1e-7d44-9d6e-1c8d2b1f0a11',
  code: 'ABCD-1234',
  prize: {
    id: '0193f7a2-7c1e-7d44-9d6e-1c8d2b1f0a12',
    name: 'Pão de queijo',
    description: 'Quentinho',
    tos_url: 'https://padaria.example/regras',
    photo_url: null,
    category: null,
  },
  validity: { expires_at: '2026-12-01', ends_at: '2026-12-02T02:59:59.000Z' },
}
const member = { kind: 'member', id: voucher.id, name: 'Ana Lima', since: '2026-11-20' } as const

test('the pass of a voucher is a coupon with QR code, last day and shops, signed by the company', async () => {
  const pass = readPass(await applePass(voucher, company, credential, sign), file.issuer)
  expect(pass.signer.fingerprint256).toBe(new X509Certificate(file.certificate).fingerprint256)
  expect(pass.json).toMatchObject({
    formatVersion: 1,
    passTypeIdentifier: passTypeId,
    teamIdentifier: teamId,
    serialNumber: `voucher-${voucher.id}`,
    organizationName: 'Padaria São João',
    description: 'Voucher · Clube da Padaria',
    logoText: 'Clube da Padaria',
    backgroundColor: 'rgb(140, 74, 47)',
    foregroundColor: 'rgb(255, 255, 255)',
    sharingProhibited: false,
    expirationDate: '2026-12-02T02:59:59.000Z',
    barcodes: [{ format: 'PKBarcodeFormatQR', message: 'ABCD-1234', altText: 'ABCD-1234' }],
    coupon: {
      primaryFields: [{ label: 'Prêmio', value: 'Pão de queijo' }],
      secondaryFields: [{ label: 'Vale até', value: '01/12/2026' }],
      backFields: [
        { key: 'code', value: 'ABCD-1234' },
        { key: 'description', value: 'Quentinho' },
        { key: 'where', value: 'Centro, Rua Um, 1\nNorte' },
        { key: 'terms', value: 'https://padaria.example/regras' },
        { key: 'vouchers', value: 'https://clube.localhost/store?tab=to_withdraw' },
        { key: 'hint' },
      ],
    },
  })
})

test('the pass of a voucher without a last day has no expiration date', async () => {
  const endless = { ...voucher, validity: null }
  const { json } = readPass(await applePass(endless, company, credential, sign), file.issuer)
  expect(json).not.toHaveProperty('expirationDate')
  expect(json.coupon!['secondaryFields']).toMatchObject([{ value: 'Sem prazo' }])
})

test('a URL with quotes stays one link on the pass [T14]', async () => {
  const tos_url = 'https://padaria.example/?a="></a><b>&copy=1'
  const linked = { ...voucher, prize: { ...voucher.prize, tos_url } }
  const { json } = readPass(await applePass(linked, company, credential, sign), file.issuer)
  const backFields = json.coupon!['backFields'] as { key: string; attributedValue?: string }[]
  expect(backFields.find(({ key }) => key === 'terms')).toMatchObject({
    value: tos_url,
    attributedValue:
      '<a href="https://padaria.example/?a=&#34;&#62;&#60;/a&#62;&#60;b&#62;&#38;copy=1">Regulamento</a>',
  })
})

test('the card of a customer has no barcode, but a link to the member code [D14]', async () => {
  const { json } = readPass(await applePass(member, company, credential, sign), file.issuer)
  expect(json).not.toHaveProperty('barcodes')
  expect(json).not.toHaveProperty('barcode')
  expect(json).toMatchObject({
    description: 'Cartão de fidelidade · Clube da Padaria',
    sharingProhibited: true,
    storeCard: {
      secondaryFields: [{ label: 'Nome', value: 'Ana Lima' }],
      auxiliaryFields: [{ label: 'Cliente desde', value: '20/11/2026' }],
      backFields: [
        {
          label: 'Abrir Meu código',
          value: 'https://clube.localhost/fidelidade/resumo?codigo',
          attributedValue:
            '<a href="https://clube.localhost/fidelidade/resumo?codigo">Abrir Meu código</a>',
        },
        { key: 'hint' },
      ],
    },
  })
})

test('the card of a customer without a name has no name field', async () => {
  const nameless = { ...member, name: null }
  const { json } = readPass(await applePass(nameless, company, credential, sign), file.issuer)
  expect(json.storeCard!['secondaryFields']).toEqual([])
})

test('the pictures of a pass are PNG in the three sizes of a phone', async () => {
  const { files } = readPass(await applePass(member, company, credential, sign), file.issuer)
  const pictures = Object.keys(files).filter((name) => name.endsWith('.png'))
  const widths = await Promise.all(
    pictures.map(async (name): Promise<[string, unknown]> => {
      const { format, width } = await sharp(files[name]).metadata()
      return [name, `${format} ${width}`]
    }),
  )
  expect(Object.fromEntries(widths)).toEqual({
    'icon.png': 'png 29',
    'icon@2x.png': 'png 58',
    'icon@3x.png': 'png 87',
    'logo.png': 'png 50',
    'logo@2x.png': 'png 100',
    'logo@3x.png': 'png 150',
  })
})

test('readPass refuses a pass of another issuer, and one with a changed file', async () => {
  const pass = await applePass(voucher, company, credential, sign)
  expect(() => readPass(pass, appleFile().issuer)).toThrow('no certificate of the issuer')
  // The ZIP stores pass.json uncompressed.
  const at = pass.indexOf('ABCD-1234')
  pass.write('ABCD-9999', at)
  expect(() => readPass(pass, file.issuer)).toThrow('the manifest does not name the files')
})
