/** The name of each field of company.yaml in the console, by its path without keys, with the unit of its value. */

import type { ProgrammePlace } from './draft.ts'

export const fieldUnits = [
  'points',
  'centavos',
  'points_per_real',
  'percent',
  'minutes',
  'days',
  'months',
  'years',
  'times',
  'pieces',
  'date',
] as const
export type FieldUnit = (typeof fieldUnits)[number]

export type FieldLabel = {
  label: string
  unit?: FieldUnit
  /** The unit in a rule that gives a percentage. */
  percentageUnit?: FieldUnit
  /** The words for a field without a value. */
  none?: string
  /** The article of a field whose value is long, or is a file: a sentence about its change does not show the value. */
  article?: 'o' | 'a'
  /** The words for the values of a choice. */
  words?: Record<string, string>
}

const long = (article: 'o' | 'a', label: string): FieldLabel => ({ label, article })
const measured = (unit: FieldUnit, label: string, none?: string): FieldLabel =>
  none === undefined ? { label, unit } : { label, unit, none }
const day = (label: string, none?: string) => measured('date', label, none)
const chosen = (label: string, words: Record<string, string>): FieldLabel => ({ label, words })

const identity: Record<string, FieldLabel> = {
  slug: { label: 'Nome nos comandos' },
  frontend_domain: { label: 'Endereço do portal' },
  other_domains: { label: 'Outros endereços do portal' },
  'other_domains[]': { label: 'Outro endereço do portal' },
  landing_page_domain: { label: 'Endereço do site' },
  admin_domain: { label: 'Endereço do console' },
  time_zone: { label: 'Fuso horário' },
  blocked: { label: 'Portal indisponível' },
  maintenance: { label: 'Portal em manutenção' },
  adjustments: { label: 'Ajustes de saldo' },
  'adjustments.reasons': { label: 'Motivos de ajuste' },
  'adjustments.reasons[]': { label: 'Motivo de ajuste' },
  'adjustments.limit': measured('points', 'Limite de um ajuste pelo atendente'),
  'adjustments.expires_in_days': measured(
    'days',
    'Validade dos pontos de um ajuste',
    'sem vencimento',
  ),
  'adjustments.needs_second_person': { label: 'Outra pessoa aprova ajustes acima do limite' },
  approvals: { label: 'Aprovações' },
  'approvals.publish': { label: 'Outra pessoa aprova cada publicação' },
  retention: { label: 'Tempo de guarda dos dados' },
  'retention.pre_registered_months': measured(
    'months',
    'Guarda de documentos sem cadastro',
    'para sempre',
  ),
  'retention.inactive_months': measured('months', 'Guarda de contas sem uso', 'para sempre'),
}

const appearance: Record<string, FieldLabel> = {
  name: { label: 'Nome da empresa' },
  program_name: { label: 'Nome do programa' },
  logo: long('o', 'Logo'),
  logo_dark: long('o', 'Logo do modo escuro'),
  favicon: long('o', 'Símbolo da aba'),
  background: long('a', 'Imagem de fundo'),
  primary_color: { label: 'Cor principal' },
  background_color: { label: 'Cor da página' },
  font_color: { label: 'Cor do texto', none: 'automática' },
  theme: { label: 'Visual' },
  'theme.scheme': chosen('Modo claro ou escuro', {
    device: 'o do aparelho do cliente',
    light: 'sempre claro',
    dark: 'sempre escuro',
  }),
  'theme.shape': chosen('Cantos', { soft: 'suaves', sharp: 'retos', round: 'redondos' }),
  'theme.surface': chosen('Cartões', {
    elevated: 'com sombra',
    flat: 'em um só tom',
    outlined: 'com borda',
  }),
  'theme.hero': chosen('Fundo do saldo', {
    solid: 'cor da marca',
    gradient: 'degradê',
    picture: 'imagem do banner',
    pattern: 'padrão',
  }),
  'theme.font': chosen('Letra dos títulos', {
    system: 'a do aparelho',
    grotesk: 'grotesca',
    humanist: 'humanista',
    rounded: 'arredondada',
    slab: 'com serifa reta',
    serif: 'com serifa',
    display: 'de cartaz',
  }),
  banner: { label: 'Banner' },
  'banner.image': long('a', 'Imagem do banner'),
  'banner.alt': { label: 'Descrição da imagem do banner' },
  'banner.url': { label: 'Link do banner' },
  'banner.promotion_code': { label: 'Promoção do banner', none: 'nenhuma' },
}

const texts: Record<string, FieldLabel> = {
  home: { label: 'Saudação' },
  'home.title': { label: 'Título da saudação' },
  'home.text': long('o', 'Texto da saudação'),
  how_it_works: { label: 'Como funciona' },
  'how_it_works.title': { label: 'Título de Como funciona' },
  'how_it_works.steps': { label: 'Passos de Como funciona' },
  'how_it_works.steps[].title': { label: 'Título do passo' },
  'how_it_works.steps[].text': long('o', 'Texto do passo'),
  faq: { label: 'Perguntas frequentes' },
  'faq.title': { label: 'Título das perguntas frequentes' },
  'faq.items': { label: 'Perguntas' },
  'faq.items[].question': { label: 'Pergunta' },
  'faq.items[].answer': long('a', 'Resposta'),
  footer: { label: 'Rodapé' },
  'footer.mark': { label: 'Link da empresa no rodapé' },
  'footer.mark.text': { label: 'Texto do link da empresa no rodapé' },
  'footer.mark.url': { label: 'Endereço do link da empresa no rodapé' },
  'footer.text': long('o', 'Texto do rodapé'),
  'footer.links': { label: 'Links do rodapé' },
  'footer.links[].text': { label: 'Texto do link' },
  'footer.links[].url': { label: 'Endereço do link' },
  provider: { label: 'Quem desenvolveu' },
  'provider.name': { label: 'Nome de quem desenvolveu' },
  'provider.url': { label: 'Site de quem desenvolveu' },
  emails: { label: 'Emails aos clientes' },
  'emails.from': { label: 'Remetente dos emails' },
  'emails.reply_to': { label: 'Email que recebe as respostas' },
  legal: { label: 'Termos e privacidade' },
  'legal.privacy_policy_url': { label: 'Link da política de privacidade' },
  'legal.terms_url': { label: 'Link dos termos de uso' },
  'legal.custom_terms_html': long('o', 'Texto dos termos de uso'),
  'legal.cookie_policy_url': { label: 'Link da política de cookies' },
  'legal.version': { label: 'Versão dos termos' },
}

const visitors: Record<string, FieldLabel> = {
  'settings.is_age_restriction_enabled': { label: 'Limite de idade no cadastro' },
  'settings.allow_from_age': measured('years', 'Idade mínima', 'nenhuma'),
  'settings.allow_to_age': measured('years', 'Idade máxima', 'nenhuma'),
  'settings.is_age_gate_enabled': { label: 'Pergunta da idade antes de abrir o portal' },
  'settings.age_gate_url': { label: 'Para onde vai quem não tem a idade' },
  'settings.customFields': { label: 'Avisos' },
  'settings.customFields.Cookie': { label: 'Aviso de cookies' },
  'settings.customFields.Cookie.should_show': { label: 'Mostrar o aviso de cookies' },
  'settings.customFields.Cookie.active': { label: 'Pedir o aceite de cookies' },
}

const services: Record<string, FieldLabel> = {
  settings: { label: 'Regras e serviços' },
  'settings.analytics': { label: 'Análise de visitas' },
  'settings.analytics.gtm_id': { label: 'Google Tag Manager' },
  'settings.integrations': { label: 'Serviços de fora' },
  'settings.integrations.firebase': { label: 'Entrada com Google, Facebook ou celular' },
  'settings.integrations.firebase.api_key': { label: 'Chave do projeto Firebase' },
  'settings.integrations.firebase.auth_domain': { label: 'Endereço do projeto Firebase' },
  'settings.integrations.firebase.project_id': { label: 'Projeto Firebase' },
  'settings.integrations.subscription': { label: 'Clube de assinatura' },
  'settings.integrations.subscription.frontend_url': { label: 'Endereço do clube de assinatura' },
  'settings.integrations.wallet': { label: 'Cartões na carteira do celular' },
  'settings.integrations.wallet.apple': { label: 'Cartão na carteira da Apple' },
  'settings.integrations.wallet.apple.credentials': long('o', 'Certificado do cartão da Apple'),
  'settings.integrations.wallet.google': { label: 'Cartão na carteira do Google' },
  'settings.integrations.wallet.google.issuer_id': { label: 'Emissor no Google Wallet' },
  'settings.integrations.wallet.google.credentials': long('a', 'Chave do cartão do Google'),
  webhooks: { label: 'Webhooks' },
  'webhooks[].url': { label: 'Endereço do webhook' },
  'webhooks[].types': { label: 'Acontecimentos enviados', none: 'todos' },
  'webhooks[].types[]': { label: 'Acontecimento enviado' },
}

const display: Record<string, FieldLabel> = {
  display_mode: chosen('Como os valores aparecem', {
    POINTS: 'em pontos',
    CASH: 'em reais',
    PERCENTAGE: 'em reais e porcentagem',
  }),
  points_per_real: measured('points', 'Quantos pontos valem R$ 1'),
  hide_points: { label: 'Esconder os pontos' },
  hide_cashback: { label: 'Esconder o dinheiro' },
}

const rules: Record<string, FieldLabel> = {
  reversal: chosen('Devolução de pontos já usados', {
    deficit: 'os próximos pontos pagam a diferença',
    clamp: 'são retirados se voltarem',
    pending_only: 'só os que ainda não podem ser usados são retirados',
  }),
  intention_minutes: measured('minutes', 'Espera pela resposta do cliente'),
  calculation_rules: { label: 'Regras' },
  'calculation_rules[].key': { label: 'Chave da regra' },
  'calculation_rules[].name': { label: 'Nome da regra' },
  'calculation_rules[].type': chosen('Tipo da regra', {
    POINTS_PER_REAL: 'pontos por real',
    PERCENTAGE: 'porcentagem da compra',
  }),
  'calculation_rules[].rate': {
    label: 'Quanto rende',
    unit: 'points_per_real',
    percentageUnit: 'percent',
  },
  'calculation_rules[].minimum_purchase_value': measured('centavos', 'Compra mínima'),
  'calculation_rules[].cap': {
    ...measured('points', 'Máximo por compra', 'sem limite'),
    percentageUnit: 'centavos',
  },
  'calculation_rules[].expires_in': { label: 'Validade dos pontos', none: 'sem vencimento' },
  'calculation_rules[].expires_in.days': measured('days', 'Validade dos pontos'),
  'calculation_rules[].expires_in.months': measured('months', 'Validade dos pontos'),
  'calculation_rules[].expires_in.end_of': chosen('Validade dos pontos', {
    MONTH: 'até o fim do mês',
    YEAR: 'até o fim do ano',
  }),
  'calculation_rules[].waiting_days': measured('days', 'Espera até os pontos poderem ser usados'),
  'calculation_rules[].valid_from': day('Primeiro dia da regra', 'sem limite'),
  'calculation_rules[].valid_to': day('Último dia da regra', 'sem limite'),
  'calculation_rules[].multiplied_by_level': { label: 'O nível multiplica os pontos' },
  'calculation_rules[].earns_on_points': { label: 'A parte paga com pontos também rende' },
}

const levels: Record<string, FieldLabel> = {
  levels: { label: 'Níveis' },
  'levels[].name': { label: 'Nome do nível' },
  'levels[].trigger_amount': measured('points', 'A partir de quantos pontos'),
  'levels[].multiplier': { label: 'Multiplicador' },
  'levels[].description': long('a', 'Descrição'),
  'levels[].description_url': { label: 'Link da descrição' },
  'levels[].color': { label: 'Cor', none: 'automática' },
  'levels[].icon': {
    label: 'Desenho',
    none: 'automático',
    words: {
      sprout: 'broto',
      medal: 'medalha',
      star: 'estrela',
      shield: 'escudo',
      trophy: 'troféu',
      crown: 'coroa',
      diamond: 'diamante',
      bean: 'grão',
      cup: 'xícara',
      flame: 'chama',
      drop: 'gota',
      road: 'estrada',
      mountain: 'montanha',
      glass: 'taça',
      bottle: 'garrafa',
      barrel: 'barril',
    },
  },
  'levels[].integrator_id': { label: 'Código no sistema da empresa' },
  'levels[].prize': { label: 'Prêmio do nível' },
  'settings.levels_system': {
    label: 'Como os níveis contam',
    none: 'sem níveis',
    words: { LOOKBACK: 'pelos últimos dias', RENOVATION: 'em ciclos de meses' },
  },
  'settings.update_lookback': measured('days', 'Dias que contam para o nível'),
  'settings.renovation_interval': measured('months', 'Duração do ciclo dos níveis'),
}

const prizes: Record<string, FieldLabel> = {
  prize_word: { label: 'Como os prêmios se chamam' },
  'prize_word.one': { label: 'Palavra para prêmio' },
  'prize_word.many': { label: 'Palavra para prêmios' },
  'prize_word.gender': chosen('Gênero da palavra para prêmio', {
    masculine: 'masculino',
    feminine: 'feminino',
  }),
  prizes: { label: 'Prêmios' },
  'prizes[].key': { label: 'Chave do prêmio' },
  'prizes[].name': { label: 'Nome do prêmio' },
  'prizes[].description': long('a', 'Descrição'),
  'prizes[].tos_url': { label: 'Link do regulamento' },
  'prizes[].photo': long('a', 'Foto'),
  'prizes[].value': measured('points', 'Preço em pontos'),
  'prizes[].category': { label: 'Categoria', none: 'nenhuma' },
  'prizes[].expires_in': measured('days', 'Validade do voucher', 'sem prazo'),
  'prizes[].expires_at': day('Último dia', 'sem prazo'),
  'prizes[].show_in_store': { label: 'Aparece na loja' },
  'prizes[].integrator_id': { label: 'Código no sistema da empresa' },
  'prizes[].level_required': { label: 'Nível mínimo' },
  'prizes[].complete_profile_required': { label: 'Pede o cadastro completo' },
  'prizes[].codes': { label: 'Códigos dos vouchers', words: { generated: 'criados pelo Fiel' } },
  'prizes[].codes.pool': { label: 'Arquivo de códigos próprios' },
  'prizes[].stock': measured('pieces', 'Estoque', 'sem limite'),
}

const promotions: Record<string, FieldLabel> = {
  promotions: { label: 'Promoções' },
  'promotions[].code': { label: 'Código da promoção' },
  'promotions[].name': { label: 'Nome da promoção' },
  'promotions[].description': long('a', 'Descrição'),
  'promotions[].image': long('a', 'Imagem'),
  'promotions[].starts_at': day('Primeiro dia'),
  'promotions[].ends_at': day('Último dia'),
  'promotions[].type': chosen('Como se ativa', {
    BANNER_CLICK: 'por um toque no banner',
    CODE: 'pelo código',
  }),
  'promotions[].filters': { label: 'Quem pode ativar' },
  'promotions[].filters.NEW_REGISTER': { label: 'Só para cadastros novos', none: 'para todos' },
  'promotions[].filters.NEW_REGISTER.days': measured('days', 'Idade máxima do cadastro'),
  'promotions[].filters.ACTIVATIONS_LIMIT': { label: 'Limite de ativações' },
  'promotions[].filters.ACTIVATIONS_LIMIT.per_customer': measured('times', 'Ativações por cliente'),
  'promotions[].filters.ACTIVATIONS_LIMIT.in_all': measured(
    'times',
    'Ativações ao todo',
    'sem limite',
  ),
  'promotions[].filters.COMPLETE_PROFILE': { label: 'Só para quem completou o cadastro' },
  'promotions[].action': { label: 'O que a promoção dá' },
  'promotions[].action.GENERATE_POINTS': { label: 'Pontos da promoção' },
  'promotions[].action.GENERATE_POINTS.amount': measured('points', 'Pontos que a promoção dá'),
  'promotions[].action.GENERATE_POINTS.expires_in': {
    label: 'Validade dos pontos',
    none: 'sem vencimento',
  },
  'promotions[].action.GENERATE_POINTS.expires_in.days': measured('days', 'Validade dos pontos'),
  'promotions[].action.GENERATE_POINTS.expires_in.months': measured(
    'months',
    'Validade dos pontos',
  ),
}

const shops: Record<string, FieldLabel> = {
  subsidiaries: { label: 'Lojas' },
  'subsidiaries[].name': { label: 'Nome da loja' },
  'subsidiaries[].address': { label: 'Endereço' },
  'subsidiaries[].phone': { label: 'Telefone' },
  'subsidiaries[].url': { label: 'Link' },
  subsidiaries_strict: { label: 'Recusar vendas de lojas fora da lista' },
}

/** The labels of each part of the programme. */
const labelsByPlace: [ProgrammePlace, Record<string, FieldLabel>][] = [
  ['rules', rules],
  ['levels', levels],
  ['prizes', prizes],
  ['promotions', promotions],
  ['appearance', appearance],
  ['texts', texts],
  ['shops', shops],
  ['settings', { ...display, ...identity, ...visitors, ...services }],
]

const labels = new Map(
  labelsByPlace.flatMap(([place, fields]) =>
    Object.entries(fields).map(([path, label]) => [path, { ...label, place }] as const),
  ),
)

/** 'prizes[].value' → 'Preço em pontos'. Undefined for a field that company.yaml does not have. */
export function fieldLabel(path: string): FieldLabel | undefined {
  return labels.get(path)
}

/** The unit of a field's value. `item`: the item that has the field. */
export function fieldUnit(path: string, item: { type?: unknown } = {}): FieldUnit | undefined {
  const { unit, percentageUnit } = labels.get(path) ?? {}
  return item.type === 'PERCENTAGE' ? (percentageUnit ?? unit) : unit
}

/** The part of the console's programme in which a field stands. An unknown field has the place of its group. */
export function placeOfField(path: string): ProgrammePlace {
  const label = labels.get(path)
  if (label) return label.place
  const group = path.replace(/(\[\]|\.[^.[]*)$/, '')
  return group === path ? 'settings' : placeOfField(group)
}

export const labelledFields: readonly string[] = [...labels.keys()]
