/**
 * The sentence below a field of the company document. The contract's sentences (field-meanings.ts) are for people who write
 * company.yaml. A field whose sentence names words of that file has another sentence here. Empty: no sentence.
 */

import { fieldMeanings } from '#contract/company-file/field-meanings.ts'

const hints: Record<string, string> = {
  slug: 'O nome da empresa nos comandos. Nunca muda.',
  frontend_domain: 'Um dos endereços que a empresa já tem, sem https e sem barra.',
  admin_domain:
    'Onde este console abre: um endereço que a empresa já tem. Depois de publicar, ele abre só ali.',
  logo: 'SVG (o melhor), PNG, JPG, WebP ou AVIF, até 5 MB. Aparece com 36 pixels de altura.',
  logo_dark: 'Sem ele, um logo que não se lê no escuro fica sobre um fundo claro.',
  favicon: 'Uma imagem quadrada: o símbolo na aba do navegador e na tela inicial do celular.',
  background: 'Uma imagem atrás de todas as páginas, quase transparente.',
  primary_color: 'A cor dos botões e dos links. Dela saem os tons dos modos claro e escuro.',
  background_color: 'A cor da página. Uma cor escura deixa o portal escuro em todos os aparelhos.',
  font_color: 'Onde não daria para ler, o portal usa um tom mais escuro.',
  'theme.scheme': 'Uma página de cor escura é escura em todos os aparelhos.',
  'theme.surface': 'O desenho dos cartões: uma sombra, um só tom ou uma borda firme.',
  'theme.hero': 'O fundo do saldo e do texto da entrada.',
  'theme.font': 'A letra de títulos, números e botões.',
  'prize_word.gender': 'O mimo é masculino, a recompensa é feminina.',
  display_mode: '',
  points_per_real: 'Na hora de usar os pontos.',
  time_zone:
    'Os dias de vencimento são os deste fuso. Não muda depois do primeiro registro de pontos.',
  'retention.pre_registered_months':
    'Meses desde a última compra até apagar um documento sem pontos que ninguém cadastrou.',
  'retention.inactive_months':
    'Meses sem entrar e sem movimento até um email avisar o cliente que a conta será apagada 30 dias depois.',
  reversal: 'O que uma devolução faz com os pontos da compra que o cliente já usou.',
  other_domains: 'Um endereço por linha. Só quem opera o servidor acrescenta um endereço.',
  'adjustments.reasons': 'Um motivo por linha. Quem ajusta o saldo de um cliente escolhe um deles.',
  'adjustments.limit': 'Acima dele, só um gerente ou proprietário, que confirma o segundo fator.',
  'adjustments.needs_second_person':
    'Um gerente ou proprietário concorda em até 7 dias; senão o pedido termina. Um atendente também pode pedir.',
  'adjustments.expires_in_days': 'A contar do dia do ajuste.',
  'approvals.publish': 'Quem prepara uma mudança não a publica sem uma segunda pessoa.',
  'legal.terms_url': 'Onde se leem os termos de uso, se o texto não estiver aqui.',
  'legal.custom_terms_html':
    'Mostrado em uma página do portal: títulos, parágrafos, listas, tabelas e links em HTML. O resto é retirado.',
  'emails.from': 'Sem ele, o remetente do servidor.',
  'banner.promotion_code': 'Um toque no banner ativa esta promoção.',
  subsidiaries: '',
  subsidiaries_strict:
    'Ligado, o caixa que envia uma loja fora da lista é recusado. Desligado, ele recebe um aviso.',
  landing_page_domain: '',
  'settings.age_gate_url': '',
  'settings.allow_from_age': 'De 0 a 121 anos.',
  'settings.allow_to_age': 'De 0 a 121 anos.',
  'settings.levels_system': '',
  'settings.update_lookback': 'Quantos dias contam, com o de hoje.',
  'settings.renovation_interval': 'Quantos meses tem um ciclo.',
  'settings.customFields.Cookie': 'O portal pede o aceite antes de guardar cookies de análise.',
  'settings.analytics.gtm_id':
    'O código do Google Tag Manager, como GTM-ABC1234. Carregado depois do aceite de cookies.',
  'levels[].icon': 'Sem escolha, cada nível tem um desenho pela sua posição.',
  'levels[].prize': 'Um prêmio que o cliente recebe ao chegar ao nível.',
  calculation_rules: '',
  'calculation_rules[].key': 'O caixa envia esta palavra para escolher a regra. Ela nunca muda.',
  'calculation_rules[].type': '',
  'calculation_rules[].minimum_purchase_value': 'A menor compra que ganha pontos.',
  'calculation_rules[].cap': 'O máximo que uma compra ganha.',
  'calculation_rules[].expires_in': 'Contada do dia em que os pontos podem ser usados.',
  webhooks: 'Endereços do sistema da empresa que recebem os acontecimentos.',
  'prizes[].key': 'A palavra do prêmio para o sistema da empresa. Ela nunca muda.',
  'prizes[].photo': 'Na proporção 4:3, com 1560 pixels de largura ou mais.',
  'prizes[].codes': '',
  'prizes[].stock': 'Quantos existem. Com códigos próprios, os códigos são o estoque.',
  'promotions[].type': '',
  'promotions[].filters.ACTIVATIONS_LIMIT': '',
  'promotions[].filters.ACTIVATIONS_LIMIT.per_customer': 'Quantas vezes cada cliente pode ativar.',
  'promotions[].filters.ACTIVATIONS_LIMIT.in_all': 'Quantas vezes todos juntos podem ativar.',
  'settings.integrations.subscription.frontend_url':
    'O portal envia para lá um código que identifica o cliente.',
}

export function fieldHint(field: string): string | undefined {
  return (hints[field] ?? fieldMeanings[field]) || undefined
}
