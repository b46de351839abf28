/** The sentences of the frame around every screen. */

import { type StaffRole, staffRoleNames } from '#contract/console/staff.ts'

/** 'Proprietário', alone on its line. */
export function roleName(role: StaffRole): string {
  const name = staffRoleNames[role]
  return name[0]!.toUpperCase() + name.slice(1)
}

export const shellText = {
  skip: 'Ir para o conteúdo',
  // The portal's preview has a bar, a menu and a content of its own, from which a screen reader tells these apart.
  bar: 'Barra do console',
  nav: 'Menu do console',
  content: 'Conteúdo do console',
  openNav: 'Abrir menu',
  closeNav: 'Fechar menu',
  groups: { home: '', programme: 'Programa', report: 'Relatórios', settings: 'Configurações' },
  palette: 'Buscar ou ir para…',
  paletteShort: 'Buscar',
  userMenu: (name: string) => `Conta de ${name}`,
  signOut: 'Sair',
  portal: 'Abrir o portal',
  loading: 'Carregando…',
  offline: 'Sem conexão. O que você digitou continua aqui; salve de novo quando a conexão voltar.',
  offlineAtCounter:
    'Sem conexão. As vendas ficam guardadas neste aparelho até ela voltar; pontos e prêmios esperam.',
  retry: 'Tentar de novo',
  undo: 'Desfazer',
  toasts: 'Avisos',
  close: 'Fechar',
  missingPart: 'Esta parte não abriu. Recarregue a página quando houver conexão.',
  cancel: 'Cancelar',
  busy: 'O servidor está ocupado agora. Tente de novo em alguns segundos.',
  failed: 'Não conseguimos carregar isto',
  broken: 'Esta tela parou de funcionar',
  brokenText: 'Recarregue a página. Rascunhos salvos continuam guardados.',
  reload: 'Recarregar',
  notFound: 'Página não encontrada',
  notFoundText: 'O endereço pode ter mudado, ou foi digitado com um erro.',
  toHome: 'Ir para o início',
  forbidden: 'Você não tem acesso a esta página',
  mayDo: (roles: string) => `Quem pode: ${roles}.`,
  noSession: 'Sua sessão terminou',
}

/** 'proprietário ou gerente' */
export function rolesSentence(roles: readonly StaffRole[]): string {
  const names = roles.map((role) => staffRoleNames[role])
  return new Intl.ListFormat('pt-BR', { type: 'disjunction' }).format(names)
}
