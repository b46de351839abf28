export const historyText = {
  tabs: 'Período',
  all: 'Tudo',
  last15: 'Últimos 15 dias',
  last30: 'Últimos 30 dias',
  emptyDays: (days: number) => `Nada nos últimos ${days} dias`,
  emptyDaysText: 'Para ver os mais antigos, toque em “Tudo”.',
  seeAll: 'Ver tudo',
  end: 'Você chegou ao começo do seu histórico.',
} as const
