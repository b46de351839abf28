/** The addresses of the screens (R2.1), under the specification's route names. No other file contains a path. */

export const paths = {
  login: '/entrar',
  'auth.email_login': '/entrar-email',
  'auth.link_login': '/entrar-link',
  'forgot-password': '/esqueci-minha-senha',
  'reset-password': '/redefinir-senha',
  register: '/cadastrar-email',
  logout: '/sair',
  'confirm-email': '/confirmar-email',
  'complete-profile': '/completar-cadastro',
  settings: '/meu-cadastro',
  home: '/fidelidade/resumo',
  history: '/historico',
  prizes: '/store',
  prize: '/store/:id',
  subscription: '/clube-de-assinatura',
  promotion: '/promo',
  'promotion.trigger': '/promo/t/:promotion_code',
  levels: '/niveis',
  faq: '/perguntas-frequentes',
  authorization: '/autorizacao',
  loading: '/loading',
} as const

export type RouteName = keyof typeof paths

/** A path without a screen → the path that it redirects to. */
export const redirects: Record<string, string> = {
  '/': paths.login,
  '/fidelidade': paths.home,
}

/** A path segment with a colon stands for an id or a code: '/store/:id' → { id: string }. */
export type Params<Path extends string> = Path extends `${string}:${infer Name}`
  ? Record<Name, string>
  : NoParams

type NoParams = Record<string, never>

type Query = Record<string, string | number | undefined>

/** `pathTo('prize', { id: '7' })` → '/store/7'; `pathTo('history', {}, { days: 15 })` → '/historico?days=15'. */
export function pathTo<Name extends RouteName>(
  name: Name,
  ...[params, query = {}]: Params<(typeof paths)[Name]> extends NoParams
    ? [params?: NoParams, query?: Query]
    : [params: Params<(typeof paths)[Name]>, query?: Query]
): string {
  const values: Record<string, string> = params ?? {}
  const path = paths[name].replace(/:(\w+)/, (_, part: string) => encodeURIComponent(values[part]!))
  return withQuery(path, query)
}

/** The sheet of the member code over the dashboard (D14): `?codigo`, also for app shortcuts. */
export const memberCodePath = `${paths.home}?codigo`

/** Whether a query string, with or without its question mark, asks for the sheet of the member code. */
export function asksForMemberCode(search: string): boolean {
  return new URLSearchParams(search).has('codigo')
}

/** Leaves out undefined values. */
export function withQuery(path: string, query: Query): string {
  const parts = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return parts.length === 0 ? path : `${path}?${new URLSearchParams(parts)}`
}

/**
 * The params of '/store/:id' at '/store/7': { id: '7' }. A param holds letters, digits, hyphens and underscores, as ids and
 * codes do. Null when `path` does not match.
 */
export function paramsOf(pattern: string, path: string): Record<string, string> | null {
  const source = pattern.replaceAll(/:(\w+)/g, String.raw`(?<$1>[\w-]+)`)
  const match = new RegExp(`^${source}$`).exec(path)
  return match && { ...match.groups }
}
