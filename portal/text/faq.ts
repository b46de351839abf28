import { plural } from './plural.ts'

export const faqText = {
  search: 'Buscar uma pergunta',
  found: (questions: number) =>
    plural(questions, {
      zero: 'Nenhuma pergunta encontrada',
      one: '1 pergunta encontrada',
      many: '# perguntas encontradas',
    }),
  notFoundText: 'Tente com outra palavra ou veja todas.',
  all: 'Ver todas as perguntas',
  empty: 'Ainda não há perguntas por aqui',
  emptyText: 'Quando tivermos respostas para compartilhar, elas aparecem nesta página.',
  toStart: 'Ver meu saldo',
} as const
