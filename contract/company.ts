/** The company (tenant) as its portal reads it (R1, R5.10, D11). company-file.ts holds the file that the company writes. */

import * as z from 'zod/mini'

import { defaultLook, Look } from '#contract/brand/look.ts'
import { Colour, defaultBackgroundColor, defaultPrimaryColor } from '#contract/brand/theme.ts'
import { Email } from '#contract/person/contact.ts'
import { defaultTimeZone } from '#contract/value/date.ts'
import { type Display, displayModes, speaksOfPoints } from '#contract/value/display.ts'
import { Hostname } from '#contract/value/hostname.ts'
import { html, maxLine, text, Url } from '#contract/value/text.ts'
import { Uuid } from '#contract/value/uuid.ts'

import { Faq } from './faq.ts'
import { Firebase, FirebaseProject } from './identity-provider.ts'
import { levelSystems } from './level.ts'
import { defaultPointsPerReal } from './points.ts'
import { defaultPrizeWord, PrizeWord, prizeSentence } from './prize-word.ts'
import { Subscription } from './subscription.ts'
import { maxSubsidiaries, subsidiaryKey } from './subsidiary.ts'
import { WalletFile, WalletName } from './wallet.ts'

export const termsTitle = 'Termos de uso'
const defaultProgramName = 'Programa de Fidelidade'
/** Years. The oldest accepted birthdate is 120 years ago, so a limit of 121 admits everybody (R5.10). */
const maxAgeLimit = 121
/** The longest text of terms: about 20 printed pages. */
const maxTermsCharacters = 60_000

/** The address to which the age gate sends a visitor who is under age (R5.10). */
const GateUrl = Url.check(z.maxLength(191))
const AgeLimit = z.int().check(z.minimum(0), z.maximum(maxAgeLimit))
const GtmId = z.string().check(z.regex(/^GTM-[A-Z0-9]{4,12}$/, { error: 'Use GTM-XXXXXXX' }))

const Link = z.strictObject({ text: text(1, 60), url: Url })
const Titled = z.strictObject({ title: text(1, maxLine), text: text(1, 600) })

const legal = {
  privacy_policy_url: z._default(z.nullable(Url), null),
  terms_url: z._default(z.nullable(Url), null),
  /** The text of the terms, for a company without a page of its own. Sanitised before it is stored (D11, T14). */
  custom_terms_html: z._default(z.nullable(html(1, maxTermsCharacters)), null),
  cookie_policy_url: z._default(z.nullable(Url), null),
  /** The version of these texts; a consent names the version that the customer agreed to (D12). */
  version: z._default(text(1, 60), '1'),
}
const noLegal = {
  privacy_policy_url: null,
  terms_url: null,
  custom_terms_html: null,
  cookie_policy_url: null,
  version: '1',
}

/** A shop of the company (D11): a till names one with each sale, matched by subsidiaryKey (D13). */
const Subsidiary = z.strictObject({
  name: text(1, maxLine),
  address: z._default(z.nullable(text(1, maxLine)), null),
  phone: z._default(z.nullable(text(1, 60)), null),
  url: z._default(z.nullable(Url), null),
})

/** The company's texts, colours and links, shown as written. Images are not part of it. */
export const shown = {
  name: text(1, maxLine),
  program_name: z._default(text(1, maxLine), defaultProgramName),
  frontend_domain: Hostname,
  landing_page_domain: z._default(z.nullable(Hostname), null),
  admin_domain: z._default(z.nullable(Hostname), null),
  primary_color: z._default(Colour, defaultPrimaryColor),
  background_color: z._default(Colour, defaultBackgroundColor),
  font_color: z._default(z.nullable(Colour), null),
  theme: z._default(Look, defaultLook),
  prize_word: z._default(PrizeWord, defaultPrizeWord),
  display_mode: z._default(z.enum(displayModes), 'POINTS'),
  /** Converts points to money (D4), for prices in a programme that shows money. */
  points_per_real: z._default(
    z.int().check(z.minimum(1), z.maximum(1_000_000)),
    defaultPointsPerReal,
  ),
  hide_points: z._default(z.boolean(), false),
  hide_cashback: z._default(z.boolean(), false),
  legal: z._default(z.strictObject(legal), noLegal),
  home: z._default(z.nullable(Titled), null),
  how_it_works: z._default(
    z.nullable(z.strictObject({ title: text(1, maxLine), steps: z.array(Titled) })),
    null,
  ),
  /** The frequent questions with their answers (R12.1). */
  faq: z._default(z.nullable(Faq), null),
  footer: z._default(
    z.strictObject({
      mark: z._default(z.nullable(Link), null),
      text: z._default(z.nullable(text(1, 600)), null),
      links: z._default(z.array(Link), []),
    }),
    { mark: null, text: null, links: [] },
  ),
  provider: z._default(
    z.strictObject({ name: text(1, 60), url: z._default(z.nullable(Url), null) }),
    {
      name: 'Fiel',
      url: null,
    },
  ),
  time_zone: z._default(
    z.string().check(
      z.refine((zone) => Intl.supportedValuesOf('timeZone').includes(zone), {
        error: 'Use um fuso horário IANA, como America/Sao_Paulo',
      }),
    ),
    defaultTimeZone,
  ),
  /** D11: the sender of mails to customers. Null: the server's address. */
  emails: z._default(
    z.strictObject({
      from: z._default(z.nullable(Email), null),
      reply_to: z._default(z.nullable(Email), null),
    }),
    { from: null, reply_to: null },
  ),
  subsidiaries: z._default(
    z.array(Subsidiary).check(
      z.maxLength(maxSubsidiaries),
      z.refine((all) => new Set(all.map(({ name }) => subsidiaryKey(name))).size === all.length, {
        error: 'Duas lojas têm o mesmo nome',
      }),
    ),
    [],
  ),
  maintenance: z._default(z.boolean(), false),
}

export const settings = {
  is_age_restriction_enabled: z._default(z.boolean(), false),
  allow_from_age: z._default(z.nullable(AgeLimit), null),
  allow_to_age: z._default(z.nullable(AgeLimit), null),
  /** R6.2: the portal asks visitors for their age before it shows anything. */
  is_age_gate_enabled: z._default(z.boolean(), false),
  /** The page for a visitor who answers that they are under age. */
  age_gate_url: z._default(z.nullable(GateUrl), null),
  levels_system: z._default(z.nullable(z.enum(levelSystems)), null),
  customFields: z._default(
    z.strictObject({
      /** R6.1: whether the consent footer is shown. */
      Cookie: z._default(z.strictObject({ should_show: z.boolean(), active: z.boolean() }), {
        should_show: false,
        active: false,
      }),
    }),
    { Cookie: { should_show: false, active: false } },
  ),
  /** R1.12: the company's tag manager. Null: no analytics. */
  analytics: z._default(z.strictObject({ gtm_id: z._default(z.nullable(GtmId), null) }), {
    gtm_id: null,
  }),
  integrations: z._default(
    z.strictObject({
      /** D10: the project for sign-in. Null: the server's default project; without one customers sign in by email only. */
      firebase: z._default(z.nullable(FirebaseProject), null),
      /** R12.2: the link to the subscription club. Null: the company has none. */
      subscription: z._default(z.nullable(Subscription), null),
      /** The files for passes. Null: the company makes no passes for the wallets of phones. */
      wallet: z._default(z.nullable(WalletFile), null),
    }),
    { firebase: null, subscription: null, wallet: null },
  ),
}

/** GET company/{id}. Images are paths of this server, named by their content's hash. */
export const Company = z.object({
  ...shown,
  id: Uuid,
  legal: z.object({
    ...legal,
    /** The page of the company's terms; null: there is no text, and `terms_url` may link to the terms. */
    custom_terms_url: z.nullable(z.string()),
  }),
  /** The same value as `legal.cookie_policy_url`. */
  cookies_policy_url: z.nullable(z.string()),
  logo_url: z.string(),
  /** The logo for devices in the dark scheme. */
  logo_dark_url: z.nullable(z.string()),
  /** Whether the logo is illegible on the dark surface, so that it stands on a light plate there. */
  logo_needs_plate: z.boolean(),
  favicon_url: z.string(),
  background_url: z.nullable(z.string()),
  banner: z.nullable(
    z.object({
      image_url: z.string(),
      alt: z.string(),
      url: z.nullable(z.string()),
      promotion_code: z.nullable(z.string()),
    }),
  ),
  /** Days of LOOKBACK or months of RENOVATION; null where the company has the other system or no levels. */
  levels: z.object({
    update_lookback: z.nullable(z.int()),
    renovation_interval: z.nullable(z.int()),
  }),
  blocked_at: z.nullable(z.iso.datetime()),
})
export type Company = z.infer<typeof Company>

/** GET /company/{company_id}/settings. */
export const CompanySettings = z.object({
  ...settings,
  integrations: z._default(
    z.object({
      firebase: z.nullable(Firebase),
      // Files of companies that predate subscriptions lack this field.
      subscription: z._default(z.nullable(Subscription), null),
      /** The wallets for which the company makes passes. */
      wallets: z._default(z.array(WalletName), []),
    }),
    { firebase: null, subscription: null, wallets: [] },
  ),
})
export type CompanySettings = z.infer<typeof CompanySettings>

/** The invitation to a guest: the company's own sentence, or one that follows from its kind of reward (D7). */
export function invitationOf(company: Display & Pick<Company, 'home' | 'prize_word'>): string {
  const { home, prize_word } = company
  if (home?.text) return home.text
  return speaksOfPoints(company)
    ? collectPoints(prize_word)
    : 'Receba parte de cada compra de volta.'
}

const collectPoints = prizeSentence('Junte pontos a cada compra e troque por {many}.')
