/** The data of Café Aurora that the portal shows before sign-in. */

import type { Company } from '#contract/company.ts'
import { sessionExample } from '#contract/reference/session-example.ts'

import type { PortalExamples } from './portal-key.ts'
import { promotionExample } from './promotion.ts'

const { company_id } = sessionExample
const images = `/images/${company_id}`
const hostname = 'clube.cafeaurora.example'

const company: Company = {
  id: company_id,
  name: 'Café Aurora',
  program_name: 'Clube Aurora',
  frontend_domain: hostname,
  landing_page_domain: 'www.cafeaurora.example',
  admin_domain: null,
  primary_color: '#a4492b',
  background_color: '#fdf8f3',
  font_color: null,
  theme: { scheme: 'device', shape: 'soft', surface: 'elevated', hero: 'pattern', font: 'rounded' },
  prize_word: { one: 'prêmio', many: 'prêmios', gender: 'masculine' },
  display_mode: 'POINTS',
  points_per_real: 20,
  hide_points: false,
  hide_cashback: false,
  legal: {
    privacy_policy_url: 'https://cafeaurora.example/privacidade',
    terms_url: 'https://cafeaurora.example/termos',
    custom_terms_html: null,
    custom_terms_url: null,
    cookie_policy_url: null,
    version: '1',
  },
  cookies_policy_url: null,
  home: {
    title: 'Cada café conta',
    text: 'Junte pontos a cada compra e troque por um café, um bolo, um dia melhor.',
  },
  how_it_works: {
    title: 'Como funciona',
    steps: [{ title: 'Compre', text: 'Em qualquer uma das nossas lojas, diga seu CPF no caixa.' }],
  },
  faq: {
    title: 'Perguntas frequentes',
    items: [
      {
        question: 'Como eu ganho pontos?',
        answer: 'Diga seu CPF no caixa antes de pagar. Cada real vale um ponto.',
      },
    ],
  },
  footer: {
    mark: { text: 'Café Aurora', url: 'https://cafeaurora.example' },
    text: 'Torra própria desde 2009.',
    links: [{ text: 'Nossas lojas', url: 'https://cafeaurora.example/lojas' }],
  },
  provider: { name: 'Fiel', url: null },
  time_zone: 'America/Sao_Paulo',
  emails: { from: null, reply_to: null },
  subsidiaries: [
    {
      name: 'Aurora Pinheiros',
      address: 'Rua dos Pinheiros, 480 · São Paulo',
      phone: null,
      url: null,
    },
  ],
  maintenance: false,
  logo_url: `${images}/d958c7c3731b0c7c7572bafc5ee03cf9-202x48.svg`,
  logo_dark_url: null,
  logo_needs_plate: false,
  favicon_url: `${images}/be543cf213de643df4d6249dfa73b788-48x48.svg`,
  background_url: null,
  banner: {
    image_url: `${images}/56535d0be1b5726a4a0a2f96d3d1a7ed-800x600.svg`,
    alt: 'Uma xícara de café fumegante diante do sol que nasce',
    url: null,
    promotion_code: promotionExample.code,
  },
  levels: { update_lookback: 365, renovation_interval: null },
  blocked_at: null,
}

export const companyExamples = {
  'GET /health': { answer: { status: 'ok' } },
  'GET /company/get-company-by-domain/{hostname}': {
    params: { hostname },
    answer: [{ company_id }],
  },
  'GET /company/{id}': { params: { id: company_id }, answer: company },
  'GET /company/{company_id}/settings': {
    params: { company_id },
    answer: {
      is_age_restriction_enabled: false,
      allow_from_age: null,
      allow_to_age: null,
      is_age_gate_enabled: false,
      age_gate_url: null,
      levels_system: 'LOOKBACK',
      customFields: { Cookie: { should_show: true, active: true } },
      analytics: { gtm_id: null },
      integrations: { firebase: null, subscription: null, wallets: ['apple', 'google'] },
    },
  },
  'GET /address/{postal_code}': {
    params: { postal_code: '05422010' },
    answer: {
      postal_code: '05422010',
      street: 'Rua dos Pinheiros',
      district: 'Pinheiros',
      city: 'São Paulo',
      state: 'SP',
    },
  },
} as const satisfies Partial<PortalExamples>
