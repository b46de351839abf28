/** The schema of company.yaml, the file that a company writes (D11, R5.9, R5.10). */

import * as z from 'zod/mini'

import { Colour, hasDarkPage } from '#contract/brand/theme.ts'
import { FullHostname } from '#contract/value/hostname.ts'
import { Points } from '#contract/value/money.ts'
import { chosenFrom, ImageFile, maxLine, text, Url } from '#contract/value/text.ts'

import { AdjustmentSettings, defaultAdjustments } from './adjustment.ts'
import { settings, shown } from './company.ts'
import { defaultIntentionMinutes } from './intention.ts'
import { levelIcons } from './level.ts'
import { limits } from './limits.ts'
import { CalculationRuleFile, reversalPolicies } from './points.ts'
import { defaultPreRegisteredMonths, inactiveMonths } from './privacy.ts'
import { PrizeFile } from './prize.ts'
import { PromotionCode, PromotionFile } from './promotion.ts'
import { WebhookFile } from './webhook.ts'

/** In days: the purchases of a year decide the level. */
const defaultUpdateLookback = 365
/** In months: a cycle of RENOVATION lasts a year. */
const defaultRenovationInterval = 12
/** The maximum trigger of a level, so that sums of points stay exact as JavaScript numbers. */
const maxTriggerAmount = 1_000_000_000_000
/** Maximum levels of a company, because the customer's screen lists all of them without pages. */
const maxLevels = 100
/** Maximum host names besides the portal's own. */
const maxOtherDomains = 50

const Slug = z.string().check(
  z.regex(/^[a-z][a-z0-9-]{1,30}$/, {
    error: 'Use de 2 a 31 letras minúsculas, números e hífens',
  }),
)

/** How customers rise in level (D6). Fields of the other system are ignored. */
const level_terms = {
  /** LOOKBACK: the local days, today among them, whose points count. */
  update_lookback: z._default(
    z.int().check(z.minimum(1), z.maximum(36_500)),
    defaultUpdateLookback,
  ),
  /** RENOVATION: months of a cycle. */
  renovation_interval: z._default(
    z.int().check(z.minimum(1), z.maximum(1_200)),
    defaultRenovationInterval,
  ),
}

const LevelFile = z.strictObject({
  name: text(1, maxLine),
  trigger_amount: Points.check(z.minimum(0), z.maximum(maxTriggerAmount)),
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
  icon: z._default(z.nullable(chosenFrom(levelIcons)), null),
  integrator_id: z._default(z.nullable(text(1, maxLine)), null),
  /** The key of the related prize (R11.1). */
  prize: z._default(z.nullable(text(1, 60)), null),
})
type LevelFile = z.infer<typeof LevelFile>

/** Items of a company's lists: far more than a company has, so that a check takes less than a second. */
const listLimits = { calculation_rules: 200, prizes: 2_000, promotions: 500 }

/** company.yaml (D11): everything of the company that is not an image, and the names of its images. */
export const CompanyFile = z
  .strictObject({
    ...shown,
    slug: Slug,
    other_domains: z._default(z.array(FullHostname).check(z.maxLength(maxOtherDomains)), []),
    blocked: z._default(z.boolean(), false),
    logo: ImageFile,
    logo_dark: z._default(z.nullable(ImageFile), null),
    favicon: ImageFile,
    background: z._default(z.nullable(ImageFile), null),
    banner: z._default(
      z.nullable(
        z.strictObject({
          image: ImageFile,
          alt: text(0, maxLine),
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
      update_lookback: defaultUpdateLookback,
      renovation_interval: defaultRenovationInterval,
      customFields: { Cookie: { should_show: false, active: false } },
      analytics: { gtm_id: null },
      integrations: { firebase: null, subscription: null, wallet: null },
    }),
    levels: z._default(z.array(LevelFile).check(z.maxLength(maxLevels), refuseBrokenChain), []),
    /** Whether a sale at a shop that is not in `subsidiaries` is refused (D13). */
    subsidiaries_strict: z._default(z.boolean(), false),
    /** Lifetime of an intention (D5). */
    intention_minutes: z._default(
      z.int().check(z.minimum(1), z.maximum(limits.max_intention_minutes)),
      defaultIntentionMinutes,
    ),
    /** How long data is kept (D16). */
    retention: z._default(
      z.strictObject({
        /** Months after the last purchase of a document that nobody registered; null: for ever. */
        pre_registered_months: z._default(
          z.nullable(z.int().check(z.minimum(1), z.maximum(240))),
          defaultPreRegisteredMonths,
        ),
        /** Months until an inactive customer is announced by mail and then erased; null: never. */
        inactive_months: z._default(
          z.nullable(z.int().check(z.minimum(inactiveMonths.min), z.maximum(inactiveMonths.max))),
          null,
        ),
      }),
      { pre_registered_months: defaultPreRegisteredMonths, inactive_months: null },
    ),
    calculation_rules: z
      .array(CalculationRuleFile)
      .check(z.minLength(1), z.maxLength(listLimits.calculation_rules), refuseDoubledKeys),
    /** The company's webhook endpoints (D3). */
    webhooks: z._default(z.array(WebhookFile).check(z.maxLength(10)), []),
    prizes: z._default(z.array(PrizeFile).check(z.maxLength(listLimits.prizes)), []),
    promotions: z._default(z.array(PromotionFile).check(z.maxLength(listLimits.promotions)), []),
    reversal: z._default(z.enum(reversalPolicies), 'deficit'),
    /** Points that the staff gives and takes by hand (D15). */
    adjustments: z._default(AdjustmentSettings, defaultAdjustments),
    /** Whether a second person must agree to what the console does (D15). */
    approvals: z._default(z.strictObject({ publish: z._default(z.boolean(), false) }), {
      publish: false,
    }),
  })
  .check(
    z.refine(
      ({ admin_domain, frontend_domain, other_domains }) =>
        admin_domain === null || ![frontend_domain, ...other_domains].includes(admin_domain),
      {
        path: ['admin_domain'],
        error: 'admin_domain abre o console: use outro endereço que o do portal',
      },
    ),
    z.refine(({ hide_points, hide_cashback }) => !(hide_points && hide_cashback), {
      path: ['hide_cashback'],
      error: 'hide_points e hide_cashback juntos não deixam nada para mostrar: escolha um dos dois',
    }),
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
    z.refine(
      ({ subsidiaries, subsidiaries_strict }) => !subsidiaries_strict || subsidiaries.length > 0,
      { path: ['subsidiaries_strict'], error: 'subsidiaries_strict pede subsidiaries' },
    ),
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
    z.refine(({ banner, theme }) => theme.hero !== 'picture' || banner !== null, {
      path: ['theme', 'hero'],
      error: 'hero picture mostra a imagem do banner: escreva um banner',
    }),
    z.refine((file) => file.theme.scheme !== 'light' || !hasDarkPage(file), {
      path: ['theme', 'scheme'],
      error: 'Uma página escura não tem modo claro: escolha uma cor de página clara',
    }),
    z.refine(({ banner }) => !banner?.promotion_code || banner.url === null, {
      path: ['banner', 'url'],
      error: 'Um banner leva a uma promoção ou a um endereço',
    }),
  )
export type CompanyFile = z.infer<typeof CompanyFile>

/** Rejects two rules with the same key, because tills name a rule by its key. The message names the second rule. */
function refuseDoubledKeys({ value: rules, issues }: z.core.ParsePayload<CalculationRuleFile[]>) {
  const firstNames = new Map<string, string>()
  rules.forEach(({ key, name }, at) => {
    const first = firstNames.get(key)
    if (first === undefined) firstNames.set(key, name)
    else {
      const message = `A regra ${name} tem a key da regra ${first}`
      issues.push({ code: 'custom', path: [at, 'key'], message, input: key })
    }
  })
}

/** Rejects a list of levels that does not rise or repeats a name (D6). The message names the level. */
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
