/** The company (tenant): what it shows, and the file that it writes (R1, R5.10, D11). */

import * as z from 'zod/mini'

import { Email } from './contact.ts'
import { default_time_zone } from './date.ts'
import { Faq } from './faq.ts'
import { Hostname } from './hostname.ts'
import { Firebase, FirebaseProject } from './identity-provider.ts'
import { default_intention_minutes } from './intention.ts'
import { level_systems } from './level.ts'
import { Points } from './money.ts'
import { CalculationRuleFile, default_points_per_real, reversal_policies } from './points.ts'
import { PrizeFile } from './prize.ts'
import { PromotionCode, PromotionFile } from './promotion.ts'
import { Subscription } from './subscription.ts'
import { ImageFile, text, Url } from './text.ts'
import { Colour, default_background_color, default_primary_color } from './theme.ts'
import { WebhookFile } from './webhook.ts'

const display_modes = ['POINTS', 'CASH', 'PERCENTAGE'] as const
const default_program_name = 'Programa de Fidelidade'
const default_update_lookback = 365
const default_renovation_interval = 12
const max_age_limit = 121
/** What a customer can receive at all stays exact as a number. */
const max_trigger_amount = 1_000_000_000_000
const max_levels = 100

/** R5.10. */
const GateUrl = Url.check(z.maxLength(191))
const AgeLimit = z.int().check(z.minimum(0), z.maximum(max_age_limit))
const GtmId = z.string().check(z.regex(/^GTM-[A-Z0-9]{4,12}$/, { error: 'Use GTM-XXXXXXX' }))
const Slug = z.string().check(z.regex(/^[a-z][a-z0-9-]{1,30}$/))

const Link = z.strictObject({ text: text(1, 60), url: Url })
const Titled = z.strictObject({ title: text(1, 191), text: text(1, 600) })

/** Everything that is shown as the company wrote it, images apart. */
const shown = {
  name: text(1, 191),
  program_name: z._default(text(1, 191), default_program_name),
  frontend_domain: Hostname,
  primary_color: z._default(Colour, default_primary_color),
  background_color: z._default(Colour, default_background_color),
  font_color: z._default(z.nullable(Colour), null),
  display_mode: z._default(z.enum(display_modes), 'POINTS'),
  /** What turns points into money (D4): a prize's price in a programme that speaks of money. */
  points_per_real: z._default(
    z.int().check(z.minimum(1), z.maximum(1_000_000)),
    default_points_per_real,
  ),
  hide_points: z._default(z.boolean(), false),
  hide_cashback: z._default(z.boolean(), false),
  legal: z._default(
    z.strictObject({
      privacy_policy_url: z._default(z.nullable(Url), null),
      terms_url: z._default(z.nullable(Url), null),
      cookie_policy_url: z._default(z.nullable(Url), null),
      /** Of these texts; a consent names the one that was agreed to (D12). */
      version: z._default(text(1, 60), '1'),
    }),
    { privacy_policy_url: null, terms_url: null, cookie_policy_url: null, version: '1' },
  ),
  home: z._default(z.nullable(Titled), null),
  how_it_works: z._default(
    z.nullable(z.strictObject({ title: text(1, 191), steps: z.array(Titled) })),
    null,
  ),
  /** R12.1. */
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
    default_time_zone,
  ),
  /** D11: who mails to customers. Null: the server's own address. */
  emails: z._default(
    z.strictObject({
      from: z._default(z.nullable(Email), null),
      reply_to: z._default(z.nullable(Email), null),
    }),
    { from: null, reply_to: null },
  ),
  maintenance: z._default(z.boolean(), false),
}

const settings = {
  is_age_restriction_enabled: z._default(z.boolean(), false),
  allow_from_age: z._default(z.nullable(AgeLimit), null),
  allow_to_age: z._default(z.nullable(AgeLimit), null),
  /** R6.2: asks whom it does not know to be of age before anything is shown. */
  is_age_gate_enabled: z._default(z.boolean(), false),
  /** Where who says no is led. */
  age_gate_url: z._default(z.nullable(GateUrl), null),
  levels_system: z._default(z.nullable(z.enum(level_systems)), null),
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
  /** R1.12. Null: nobody measures. */
  analytics: z._default(z.strictObject({ gtm_id: z._default(z.nullable(GtmId), null) }), {
    gtm_id: null,
  }),
  integrations: z._default(
    z.strictObject({
      /** D10. Null: the server's default, if it has one; else email alone. */
      firebase: z._default(z.nullable(FirebaseProject), null),
      /** R12.2. Null: the company has no subscription club. */
      subscription: z._default(z.nullable(Subscription), null),
    }),
    { firebase: null, subscription: null },
  ),
}

/** How levels are climbed (D6): what of it the company's system does not use is not read. */
const level_terms = {
  /** LOOKBACK: the local days, today among them, whose points count. */
  update_lookback: z._default(
    z.int().check(z.minimum(1), z.maximum(36_500)),
    default_update_lookback,
  ),
  /** RENOVATION: months of a cycle. */
  renovation_interval: z._default(
    z.int().check(z.minimum(1), z.maximum(1_200)),
    default_renovation_interval,
  ),
}

const LevelFile = z.strictObject({
  name: text(1, 191),
  trigger_amount: Points.check(z.minimum(0), z.maximum(max_trigger_amount)),
  multiplier: z._default(
    z.number().check(
      z.minimum(1),
      z.maximum(100),
      z.refine((multiplier) => /^\d+(\.\d{1,2})?$/.test(String(multiplier)), {
        error: 'Use no máximo 2 casas decimais',
      }),
    ),
    1,
  ),
  description: z._default(z.nullable(text(1, 600)), null),
  description_url: z._default(z.nullable(Url), null),
  color: z._default(z.nullable(Colour), null),
  integrator_id: z._default(z.nullable(text(1, 191)), null),
  /** The key of the related prize (R11.1). */
  prize: z._default(z.nullable(text(1, 60)), null),
})
type LevelFile = z.infer<typeof LevelFile>

/** company.yaml (D11): everything of the company that is not an image, and the names of its images. */
export const CompanyFile = z
  .strictObject({
    ...shown,
    slug: Slug,
    other_domains: z._default(z.array(Hostname), []),
    blocked: z._default(z.boolean(), false),
    logo: ImageFile,
    favicon: ImageFile,
    background: z._default(z.nullable(ImageFile), null),
    banner: z._default(
      z.nullable(
        z.strictObject({
          image: ImageFile,
          alt: text(0, 191),
          url: z._default(z.nullable(Url), null),
          /** D9: a click activates this promotion. */
          promotion_code: z._default(z.nullable(PromotionCode), null),
        }),
      ),
      null,
    ),
    settings: z._default(z.strictObject({ ...settings, ...level_terms }), {
      is_age_restriction_enabled: false,
      allow_from_age: null,
      allow_to_age: null,
      is_age_gate_enabled: false,
      age_gate_url: null,
      levels_system: null,
      update_lookback: default_update_lookback,
      renovation_interval: default_renovation_interval,
      customFields: { Cookie: { should_show: false, active: false } },
      analytics: { gtm_id: null },
      integrations: { firebase: null, subscription: null },
    }),
    levels: z._default(z.array(LevelFile).check(z.maxLength(max_levels), refuseBrokenChain), []),
    /** How long a till's wish to spend points waits for the customer (D5). */
    intention_minutes: z._default(
      z.int().check(z.minimum(1), z.maximum(60)),
      default_intention_minutes,
    ),
    calculation_rules: z.array(CalculationRuleFile).check(z.minLength(1)),
    /** Where the company's own server is told what happens (D3). */
    webhooks: z._default(z.array(WebhookFile).check(z.maxLength(10)), []),
    prizes: z._default(z.array(PrizeFile), []),
    promotions: z._default(z.array(PromotionFile), []),
    reversal: z._default(z.enum(reversal_policies), 'deficit'),
  })
  .check(
    z.refine(
      ({ settings: { allow_from_age: from, allow_to_age: to } }) =>
        from === null || to === null || from <= to,
      { path: ['settings', 'allow_to_age'], error: 'allow_to_age é menor que allow_from_age' },
    ),
    z.refine(
      ({ settings: { is_age_gate_enabled, age_gate_url } }) =>
        !is_age_gate_enabled || age_gate_url !== null,
      { path: ['settings', 'age_gate_url'], error: 'is_age_gate_enabled pede age_gate_url' },
    ),
    z.refine((file) => file.levels.length === 0 || file.settings.levels_system !== null, {
      path: ['settings', 'levels_system'],
      error: 'Uma empresa com níveis precisa de levels_system',
    }),
    z.refine((file) => areDifferent(file.calculation_rules.map((rule) => rule.name)), {
      path: ['calculation_rules'],
      error: 'Duas regras têm o mesmo nome',
    }),
    z.refine((file) => areDifferent(file.prizes.map((prize) => prize.key)), {
      path: ['prizes'],
      error: 'Dois prêmios têm a mesma key',
    }),
    z.refine(({ prizes }) => areDifferent(poolsOf(prizes)), {
      path: ['prizes'],
      error: 'Dois prêmios usam o mesmo arquivo de códigos',
    }),
    z.refine(
      ({ prizes, levels }) =>
        prizes.every(
          ({ level_required }) =>
            level_required === null || levels.some((level) => level.name === level_required),
        ),
      { path: ['prizes'], error: 'Um prêmio pede um nível que não existe' },
    ),
    z.refine(({ webhooks }) => new Set(webhooks.map(({ url }) => url)).size === webhooks.length, {
      path: ['webhooks'],
      error: 'Dois webhooks têm o mesmo endereço',
    }),
    z.refine((file) => areDifferent(file.promotions.map(({ code }) => code.toUpperCase())), {
      path: ['promotions'],
      error: 'Duas promoções têm o mesmo código',
    }),
    z.refine(
      ({ banner, promotions }) =>
        !banner?.promotion_code ||
        promotions.some(({ code }) => code.toUpperCase() === banner.promotion_code?.toUpperCase()),
      { path: ['banner', 'promotion_code'], error: 'Esta promoção não existe' },
    ),
    z.refine(({ banner }) => !banner?.promotion_code || banner.url === null, {
      path: ['banner', 'url'],
      error: 'Um banner leva a uma promoção ou a um endereço',
    }),
  )
export type CompanyFile = z.infer<typeof CompanyFile>

/** The chain of levels is the list from top to bottom: rising, each name once (D6). Names the level that breaks it. */
function refuseBrokenChain({ value: levels, issues }: z.core.ParsePayload<LevelFile[]>): void {
  levels.forEach(({ name, trigger_amount }, at) => {
    const before = levels[at - 1]
    if (before && trigger_amount <= before.trigger_amount) {
      issues.push({
        code: 'custom',
        path: [at, 'trigger_amount'],
        message: `O nível ${name} precisa de um trigger_amount maior que o do anterior, ${before.name}`,
        input: trigger_amount,
      })
    }
    if (levels.findIndex((level) => bare(level.name) === bare(name)) < at) {
      issues.push({
        code: 'custom',
        path: [at, 'name'],
        message: `Dois níveis têm o nome ${name}`,
        input: name,
      })
    }
  })
}

function bare(name: string): string {
  return name.toLocaleLowerCase('pt-BR')
}

function areDifferent(words: string[]): boolean {
  return new Set(words).size === words.length
}

/** The text files that hold prizes' codes. */
export function poolsOf(prizes: PrizeFile[]): string[] {
  return prizes.flatMap(({ codes }) => (codes === 'generated' ? [] : [codes.pool]))
}

/** GET company/{id}. Images are paths of this server, named by their content's hash. */
export const Company = z.object({
  ...shown,
  id: z.uuid(),
  logo_url: z.string(),
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
  /** Days of LOOKBACK or months of RENOVATION; null: of the other system, or no levels. */
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
      // A file from before subscriptions were does not know the word.
      subscription: z._default(z.nullable(Subscription), null),
    }),
    { firebase: null, subscription: null },
  ),
})
export type CompanySettings = z.infer<typeof CompanySettings>
