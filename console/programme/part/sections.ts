/**
 * The fields of the company document on each screen, in their order. Each field stands on one screen, which is the place that
 * field-label.ts names (sections.test.ts). A group in the list is drawn with all its fields.
 */

import type { SectionId } from '#console/text/section.ts'
import type { ProgrammePlace } from '#contract/programme/draft.ts'

export type SectionRow = { id: SectionId; fields: readonly string[] }

export const sections: Record<ProgrammePlace, readonly SectionRow[]> = {
  rules: [
    { id: 'rules', fields: ['calculation_rules'] },
    { id: 'sales', fields: ['reversal', 'intention_minutes'] },
  ],
  levels: [
    { id: 'levels', fields: ['levels'] },
    {
      id: 'levelSystem',
      fields: [
        'settings.levels_system',
        'settings.update_lookback',
        'settings.renovation_interval',
      ],
    },
  ],
  prizes: [
    { id: 'prizes', fields: ['prizes'] },
    { id: 'prizeWord', fields: ['prize_word.one', 'prize_word.many', 'prize_word.gender'] },
  ],
  promotions: [{ id: 'promotions', fields: ['promotions'] }],
  appearance: [
    { id: 'identity', fields: ['name', 'program_name'] },
    { id: 'colours', fields: ['primary_color', 'background_color', 'font_color'] },
    {
      id: 'look',
      fields: ['theme.scheme', 'theme.shape', 'theme.surface', 'theme.hero', 'theme.font'],
    },
    { id: 'pictures', fields: ['logo', 'logo_dark', 'favicon', 'background'] },
    { id: 'banner', fields: ['banner'] },
  ],
  texts: [
    { id: 'home', fields: ['home'] },
    { id: 'howItWorks', fields: ['how_it_works'] },
    { id: 'faq', fields: ['faq'] },
    {
      id: 'footer',
      fields: ['footer.mark', 'footer.text', 'footer.links', 'provider.name', 'provider.url'],
    },
    {
      id: 'legal',
      fields: [
        'legal.terms_url',
        'legal.custom_terms_html',
        'legal.privacy_policy_url',
        'legal.cookie_policy_url',
        'legal.version',
      ],
    },
    { id: 'emails', fields: ['emails.from', 'emails.reply_to'] },
  ],
  shops: [{ id: 'shops', fields: ['subsidiaries', 'subsidiaries_strict'] }],
  settings: [
    {
      id: 'display',
      fields: ['display_mode', 'points_per_real', 'hide_points', 'hide_cashback'],
    },
    {
      id: 'age',
      fields: [
        'settings.is_age_restriction_enabled',
        'settings.allow_from_age',
        'settings.allow_to_age',
        'settings.is_age_gate_enabled',
        'settings.age_gate_url',
      ],
    },
    { id: 'visits', fields: ['settings.customFields.Cookie', 'settings.analytics.gtm_id'] },
    { id: 'club', fields: ['settings.integrations.subscription'] },
    {
      id: 'retention',
      fields: ['retention.pre_registered_months', 'retention.inactive_months'],
    },
    {
      id: 'adjustments',
      fields: [
        'adjustments.reasons',
        'adjustments.limit',
        'adjustments.needs_second_person',
        'adjustments.expires_in_days',
      ],
    },
    { id: 'approvals', fields: ['approvals.publish'] },
    { id: 'webhooks', fields: ['webhooks'] },
    {
      id: 'addresses',
      fields: [
        'frontend_domain',
        'other_domains',
        'landing_page_domain',
        'admin_domain',
        'time_zone',
      ],
    },
    { id: 'state', fields: ['maintenance'] },
    {
      id: 'files',
      fields: ['settings.integrations.firebase', 'settings.integrations.wallet'],
    },
  ],
}

/** The fields of an open item, and of a group that may be left out as a whole. */
export const innerFields = {
  calculation_rules: [
    'name',
    'type',
    'rate',
    'minimum_purchase_value',
    'cap',
    'expires_in',
    'waiting_days',
    'valid_from',
    'valid_to',
    'multiplied_by_level',
    'earns_on_points',
  ],
  levels: [
    'name',
    'trigger_amount',
    'multiplier',
    'prize',
    'description',
    'description_url',
    'color',
    'icon',
    'integrator_id',
  ],
  prizes: [
    'name',
    'value',
    'photo',
    'description',
    'category',
    'show_in_store',
    'stock',
    'level_required',
    'complete_profile_required',
    'expires_in',
    'expires_at',
    'tos_url',
    'integrator_id',
    'codes',
  ],
  promotions: [
    'name',
    'code',
    'action.GENERATE_POINTS.amount',
    'action.GENERATE_POINTS.expires_in',
    'starts_at',
    'ends_at',
    'type',
    'description',
    'image',
    'filters.ACTIVATIONS_LIMIT.per_customer',
    'filters.ACTIVATIONS_LIMIT.in_all',
    'filters.NEW_REGISTER',
    'filters.COMPLETE_PROFILE',
  ],
  subsidiaries: ['name', 'address', 'phone', 'url'],
  webhooks: ['url', 'types'],
  home: ['title', 'text'],
  how_it_works: ['title', 'steps'],
  'how_it_works.steps': ['title', 'text'],
  faq: ['title', 'items'],
  'faq.items': ['question', 'answer'],
  'footer.mark': ['text', 'url'],
  'footer.links': ['text', 'url'],
  banner: ['image', 'alt', 'url', 'promotion_code'],
  'settings.integrations.subscription': ['frontend_url'],
  'promotions[].filters.NEW_REGISTER': ['days'],
} as const satisfies Record<string, readonly string[]>

/** Fields that no form changes, with the reason. */
export const withoutForm: Record<string, string> = {
  slug: 'another slug is another company',
  blocked: 'only the operator closes a portal',
  'calculation_rules[].key': 'made from the name of a new rule; it never changes',
  'prizes[].key': 'made from the name of a new prize; it never changes',
}
