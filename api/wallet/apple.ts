/** A pass for the Apple Wallet: a ZIP of pictures and pass.json, whose hashes the company's certificate signs. */

import { PKPass } from 'passkit-generator'
import sharp from 'sharp'

import { escapeHtml } from '#api/http/escape-html.ts'
import { brandColours } from '#contract/brand/theme.ts'
import type { Company } from '#contract/company.ts'
import { memberCodeUrl, vouchersUrl } from '#contract/path.ts'
import { toBrazilianDate } from '#contract/value/date.ts'
import { passWords } from '#contract/wallet.ts'

import type { AppleCredential } from './credential.ts'
import type { MemberPass, Pass, VoucherPass } from './pass.ts'
import { portalUrl } from './portal-url.ts'

/** `sign` is the company's favicon as an opaque square PNG. */
export async function applePass(
  pass: Pass,
  company: Company,
  { certificate, key, issuer, pass_type_id, team_id }: AppleCredential,
  sign: Buffer,
): Promise<Buffer> {
  const { light } = brandColours(company)
  const word = passWords[pass.kind]
  const file = new PKPass(
    await pictures(sign),
    { signerCert: certificate, signerKey: key, wwdr: issuer },
    {
      formatVersion: 1,
      passTypeIdentifier: pass_type_id,
      teamIdentifier: team_id,
      serialNumber: `${pass.kind}-${pass.id}`,
      organizationName: company.name,
      description: `${word} · ${company.program_name}`,
      logoText: company.program_name,
      backgroundColor: rgb(light['brand']!),
      foregroundColor: rgb(light['on-brand']!),
      labelColor: rgb(light['on-brand']!),
      // A voucher may be given away, but a card belongs to one person.
      sharingProhibited: pass.kind === 'member',
    },
  )
  if (pass.kind === 'member') writeMember(file, pass, company)
  else writeVoucher(file, pass, company)
  return file.getAsBuffer()
}

/** Has no barcode, because a pass's barcode is fixed and a member code changes every 30 s (D14). */
function writeMember(file: PKPass, { name, since }: MemberPass, company: Company): void {
  file.type = 'storeCard'
  if (name !== null) file.secondaryFields.push({ key: 'name', label: passWords.name, value: name })
  file.auxiliaryFields.push({
    key: 'since',
    label: passWords.since,
    value: toBrazilianDate(since),
  })
  file.backFields.push(link('code', passWords.openCode, portalUrl(company, memberCodeUrl)), {
    key: 'hint',
    label: passWords.code,
    value: passWords.codeHint,
  })
}

function writeVoucher(file: PKPass, pass: VoucherPass, company: Company): void {
  const { code, prize, validity } = pass
  file.type = 'coupon'
  file.primaryFields.push({
    key: 'prize',
    label: passWords.prize(company.prize_word),
    value: prize.name,
  })
  file.secondaryFields.push({
    key: 'until',
    label: passWords.validUntil,
    value: validity ? toBrazilianDate(validity.expires_at) : passWords.always,
  })
  file.backFields.push({ key: 'code', label: passWords.code, value: code })
  if (prize.description) {
    const { description } = prize
    file.backFields.push({ key: 'description', label: passWords.description, value: description })
  }
  if (company.subsidiaries.length > 0) {
    const shops = company.subsidiaries.slice(0, maxShops)
    const lines = shops.map(({ name, address }) => [name, address].filter(Boolean).join(', '))
    file.backFields.push({ key: 'where', label: passWords.where, value: lines.join('\n') })
  }
  if (prize.tos_url) file.backFields.push(link('terms', passWords.terms, prize.tos_url))
  file.backFields.push(link('vouchers', passWords.openVouchers, portalUrl(company, vouchersUrl)), {
    key: 'hint',
    label: passWords.voucher,
    value: passWords.voucherHint,
  })
  file.setBarcodes({
    format: 'PKBarcodeFormatQR',
    message: code,
    messageEncoding: 'iso-8859-1',
    altText: code,
  })
  if (validity) file.setExpirationDate(new Date(validity.ends_at))
}

/** Maximum shops on the back of a pass, which is read on a phone. */
const maxShops = 20

/** A link on the back. Older systems show the address, newer ones the label. */
function link(key: string, label: string, url: string) {
  return { key, label, value: url, attributedValue: `<a href="${escapeHtml(url)}">${label}</a>` }
}

/** px at one, two and three pixels a point. A notice shows the icon, the pass its logo. */
const sizes = {
  'icon.png': 29,
  'icon@2x.png': 58,
  'icon@3x.png': 87,
  'logo.png': 50,
  'logo@2x.png': 100,
  'logo@3x.png': 150,
}

async function pictures(sign: Buffer): Promise<Record<string, Buffer>> {
  const images = Object.entries(sizes).map(async ([name, size]): Promise<[string, Buffer]> => [
    name,
    await sharp(sign).resize(size, size).png().toBuffer(),
  ])
  return Object.fromEntries(await Promise.all(images))
}

/** '#8c4a2f' → 'rgb(140, 74, 47)', the form that pass.json takes. */
function rgb(colour: string): string {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  return `rgb(${red}, ${green}, ${blue})`
}
