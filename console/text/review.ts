/** The sentences of what somebody should look at. */

import type { ReviewKind } from '#contract/console/review.ts'
import { counted } from '#contract/value/money.ts'

export const reviewText = {
  lead: 'Limites atingidos e movimentos fora do comum, de ontem e de hoje, contados uma vez por hora. Quem está aqui pode não ter feito nada de errado: olhe, e diga se está certo.',
  title: 'Abertas',
  none: 'Nada para rever',
  noneText: 'Quando um limite for atingido ou um dia sair do comum, aparece aqui.',
  noName: 'Cliente sem cadastro',
  person: 'Pessoa da equipe',
  key: 'Chave de caixa',
  network: (mark: string) => `Rede ${mark}`,
  /** What was counted on the day. */
  counts: {
    wrong_codes: (n: number) => counted(n, 'código errado', 'códigos errados'),
    newcomer_network: (n: number) =>
      `${counted(n, 'ativação', 'ativações')} da promoção de novos clientes na mesma rede`,
    key_points: (n: number) =>
      `${counted(n, 'ponto dado', 'pontos dados')}, perto do limite da chave`,
    key_misses: (n: number) =>
      `${counted(n, 'busca', 'buscas')} por quem não é cliente, e a chave foi bloqueada por um tempo`,
    many_sales: (n: number) => `${counted(n, 'venda', 'vendas')} no mesmo dia`,
    many_adjustments: (n: number) => `${counted(n, 'ajuste', 'ajustes')} de saldo no mesmo dia`,
  } satisfies Record<ReviewKind, (n: number) => string>,
  when: (day: string, first: string, last: string) =>
    first === last ? `${day}, às ${last}` : `${day}, das ${first} às ${last}`,
  place: (shop: string | null, key: string | null) =>
    [shop && `Loja: ${shop}`, key && `Chave: ${key}`].filter(Boolean).join(' · '),
  record: 'Abrir ficha',
  keys: 'Ver chaves',
  movements: 'Ver movimentos',
  promotions: 'Ver promoções',
  /** The names of buttons and links of a line, for a screen reader. */
  of: (act: string, subject: string) => `${act}: ${subject}`,
  right: 'Está certo',
  rightText: 'A linha sai da lista. A nota fica na auditoria, com o seu nome.',
  note: 'Nota',
  noteHint: 'O que você viu, como: cliente compra para a empresa.',
  closed: 'Anotado. A linha saiu da lista.',
}
