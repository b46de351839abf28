/** The title of each screen, as in the browser's tab and in the navigation. */

import type { RouteName } from '#console/path/paths.ts'

export const titles: Record<RouteName, string> = {
  'sign-in': 'Entrar',
  invitation: 'Convite',
  'forgot-password': 'Esqueci minha senha',
  'new-password': 'Nova senha',
  'second-factor': 'Segundo fator',
  home: 'Início',
  customers: 'Clientes',
  customer: 'Cliente',
  'programme.rules': 'Regras',
  'programme.levels': 'Níveis',
  'programme.prizes': 'Prêmios',
  'programme.prize': 'Prêmio',
  'programme.promotions': 'Promoções',
  'programme.appearance': 'Aparência',
  'programme.texts': 'Textos',
  'programme.shops': 'Lojas',
  'programme.settings': 'Ajustes',
  'programme.draft': 'Rascunho',
  'programme.versions': 'Versões',
  'report.programme': 'Relatório do programa',
  'report.items': 'Prêmios e promoções',
  'report.shops': 'Comparação das lojas',
  'report.liability': 'Vencimento e fechamento',
  'settings.staff': 'Equipe',
  'settings.keys': 'Chaves dos caixas',
  'settings.webhooks': 'Webhooks',
  'settings.audit': 'Auditoria',
  'settings.account': 'Minha conta',
}
