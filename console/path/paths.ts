/** The paths of the console. They stand apart from the screens, because screens link to one another. */

import type { MovementFilters } from '#contract/console/movement.ts'
import { staffLink } from '#contract/console/staff.ts'

export const paths = {
  'sign-in': '/entrar',
  invitation: staffLink.paths.INVITATION,
  'forgot-password': '/esqueci-minha-senha',
  'new-password': staffLink.paths.PASSWORD,
  'second-factor': '/segundo-fator',
  home: '/',
  counter: '/caixa',
  customers: '/clientes',
  approvals: '/aprovacoes',
  review: '/revisao',
  customer: '/clientes/:id',
  movements: '/movimentos',
  'programme.rules': '/programa/regras',
  'programme.levels': '/programa/niveis',
  'programme.prizes': '/programa/premios',
  'programme.prize': '/programa/premios/:key',
  'programme.promotions': '/programa/promocoes',
  'programme.appearance': '/programa/aparencia',
  'programme.texts': '/programa/textos',
  'programme.shops': '/programa/lojas',
  'programme.settings': '/programa/ajustes',
  'programme.draft': '/programa/rascunho',
  'programme.versions': '/programa/versoes',
  'report.programme': '/relatorios/programa',
  'report.items': '/relatorios/premios-e-promocoes',
  'report.shops': '/relatorios/lojas',
  'report.liability': '/relatorios/vencimento-e-fechamento',
  'settings.staff': '/configuracoes/equipe',
  'settings.keys': '/configuracoes/chaves',
  'settings.webhooks': '/configuracoes/webhooks',
  'settings.import': '/configuracoes/importar',
  'settings.audit': '/configuracoes/auditoria',
  'settings.heads': '/configuracoes/selos',
  'settings.account': '/configuracoes/conta',
} as const

export type RouteName = keyof typeof paths

/** The movements of the company that the filters keep. */
export function movementsPath(filters: { [name in keyof MovementFilters]?: string }): string {
  return `${paths.movements}?${new URLSearchParams(filters)}`
}

/** The sign-in's parameter with the path to go to afterwards. */
const returnParameter = 'voltar'

/** A path of this console, or its start: an address of another site is never followed. */
export function safeReturn(search: string): string {
  const path = new URLSearchParams(search).get(returnParameter) ?? ''
  return /^\/(?![/\\])/.test(path) ? path : paths.home
}

/** The sign-in, which returns to `path` afterwards. */
export function signInPath(path: string): string {
  return path === paths.home
    ? paths['sign-in']
    : `${paths['sign-in']}?${new URLSearchParams({ [returnParameter]: path })}`
}
