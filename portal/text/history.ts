export const history_text = {
  tabs: 'Período',
  all: 'Tudo',
  last_15: 'Últimos 15 dias',
  last_30: 'Últimos 30 dias',
  empty_days: (days: number) => `Nada nos últimos ${days} dias`,
  empty_days_text: 'O que aconteceu antes está em Tudo.',
  see_all: 'Ver tudo',
  end: 'Você chegou ao começo do seu histórico.',
  loading_more: 'Carregando mais…',
  more_failed: 'Não conseguimos carregar o resto.',
} as const
