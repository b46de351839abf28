import { plural } from './plural.ts'

export const faq_text = {
  search: 'Buscar uma pergunta',
  found: (questions: number) =>
    plural(questions, {
      zero: 'Nenhuma pergunta encontrada',
      one: '1 pergunta encontrada',
      many: '# perguntas encontradas',
    }),
  not_found_text: 'Tente com outra palavra, ou veja todas.',
  all: 'Ver todas as perguntas',
  empty: 'Ainda não há perguntas por aqui',
  empty_text: 'Quando tivermos respostas para compartilhar, elas aparecem nesta página.',
  to_start: 'Ver meu saldo',
} as const
