/**
 * A pass for the Google Wallet: a JWT that the company's service account signs, at the end of a link. Google stores its
 * content when the person opens the link; Fiel makes no call to Google.
 * https://developers.google.com/wallet/retail/loyalty-cards/web
 */

import { hash } from 'node:crypto'

import { SignJWT } from 'jose'

import { iconUrl } from '#api/page/app-icon.ts'
import { brandColours } from '#contract/brand/theme.ts'
import type { Company } from '#contract/company.ts'
import { memberCodeUrl } from '#contract/path.ts'
import { passWords } from '#contract/wallet.ts'

import type { GoogleCredential } from './credential.ts'
import type { MemberPass, Pass, VoucherPass } from './pass.ts'
import { portalUrl } from './portal-url.ts'

const saveUrl = 'https://pay.google.com/gp/v/save/'
/** Long names are cut, because a link must have at most 1,800 characters of JWT. */
const maxNameCharacters = 32

export async function googleLink(
  pass: Pass,
  { company, issuer_id }: { company: Company; issuer_id: string },
  { client_email, key }: GoogleCredential,
  now: Date,
): Promise<string> {
  const payload =
    pass.kind === 'member'
      ? memberPayload(pass, company, issuer_id)
      : voucherPayload(pass, company, issuer_id)
  const jwt = await new SignJWT({ typ: 'savetowallet', origins: [], payload })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(client_email)
    .setAudience('google')
    .setIssuedAt(now)
    .sign(key)
  return saveUrl + jwt
}

/** Has no `rotatingBarcode`, because Google only supports digits of a SHA-1 TOTP, which a member code is not (D14). */
function memberPayload({ id, name }: MemberPass, company: Company, issuer_id: string) {
  const loyaltyClass = withClassId(issuer_id, {
    issuerName: short(company.name),
    programName: short(company.program_name),
    programLogo: logo(company),
    ...classSettings(company),
    multipleDevicesAndHoldersAllowedStatus: 'ONE_USER_ALL_DEVICES',
  })
  const loyaltyObject = {
    id: `${issuer_id}.member-${id}`,
    classId: loyaltyClass.id,
    state: 'ACTIVE',
    ...(name !== null && { accountName: short(name) }),
    linksModuleData: {
      uris: [{ uri: portalUrl(company, memberCodeUrl), description: passWords.openCode }],
    },
  }
  return { loyaltyClasses: [loyaltyClass], loyaltyObjects: [loyaltyObject] }
}

function voucherPayload(pass: VoucherPass, company: Company, issuer_id: string) {
  const { id, code, prize, validity } = pass
  const offerClass = withClassId(issuer_id, {
    issuerName: short(company.name),
    provider: short(company.program_name),
    title: short(prize.name),
    titleImage: logo(company),
    redemptionChannel: 'INSTORE',
    ...classSettings(company),
  })
  const offerObject = {
    id: `${issuer_id}.voucher-${id}`,
    classId: offerClass.id,
    state: 'ACTIVE',
    barcode: { type: 'QR_CODE', value: code, alternateText: code },
    ...(validity && { validTimeInterval: { end: { date: validity.ends_at } } }),
  }
  return { offerClasses: [offerClass], offerObjects: [offerObject] }
}

/** Google ignores changes of a stored class, so the id is a hash of the content: a new colour gives a new class. */
function withClassId<Content extends object>(issuer_id: string, content: Content) {
  const content_hash = hash('sha256', JSON.stringify(content)).slice(0, 16)
  return { id: `${issuer_id}.fiel-${content_hash}`, ...content }
}

function classSettings(company: Company) {
  const { light } = brandColours(company)
  return { reviewStatus: 'UNDER_REVIEW', hexBackgroundColor: light['brand'] }
}

/** The logo. Google crops it to a circle, so it is the icon for systems that crop. */
function logo(company: Company) {
  const path = iconUrl(company.id, company, 'maskable-512')
  return { sourceUri: { uri: portalUrl(company, path) } }
}

/** Cuts a text without splitting a character. */
function short(text: string): string {
  const characters = [...new Intl.Segmenter('pt-BR').segment(text)].map(({ segment }) => segment)
  if (characters.length <= maxNameCharacters) return text
  return `${characters.slice(0, maxNameCharacters - 1).join('')}…`
}
