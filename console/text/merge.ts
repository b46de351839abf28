/** The sentences of merging two accounts of one person. */

import type { MergedField } from '#contract/console/merge.ts'
import { formatInteger } from '#contract/value/money.ts'

const points = (amount: number) => (amount === 1 ? '1 ponto' : `${formatInteger(amount)} pontos`)

export const mergeText = {
  title: 'Contas da pessoa',
  none: 'Esta é a única conta conhecida da pessoa.',
  mergeOf: (name: string) => `junção com ${name}`,
  begin: 'Juntar com outra conta',
  searchLabel: 'A outra conta: CPF, CNPJ, celular, email ou nome',
  search: 'Procurar',
  results: 'Contas encontradas',
  nobody: 'Nenhuma outra conta com este dado.',
  chooseShort: 'Escolher',
  choose: (name: string) => `Escolher ${name}`,
  change: 'Escolher outra conta',
  stays: 'Qual conta fica',
  staysHint:
    'A pessoa passa a entrar só por ela. O CPF, o celular e o email da outra continuam valendo no caixa.',
  account: (amount: number, level: string | null) =>
    [points(amount), level].filter(Boolean).join(' · '),
  preview: 'O que acontece',
  moved: (amount: number, money: string, lots: number) =>
    amount === 0
      ? 'A conta que sai não tem pontos para passar.'
      : `${points(amount)} (${money}) passam para a conta que fica, em ${lots === 1 ? '1 lote' : `${formatInteger(lots)} lotes`}, com a mesma validade.`,
  lots: 'Ver os lotes',
  lot: (amount: number, money: string, validity: string) =>
    `${points(amount)} (${money}), ${validity}`,
  validTo: (date: string) => `valem até ${date}`,
  noEnd: 'sem vencimento',
  from: (date: string) => `liberam em ${date}`,
  moreLots: (count: number) => `e mais ${formatInteger(count)} lotes`,
  vouchers: (count: number) =>
    count === 1
      ? '1 voucher a retirar aparece na conta que fica.'
      : `${formatInteger(count)} vouchers a retirar aparecem na conta que fica.`,
  favorites: (count: number) =>
    count === 1 ? '1 favorito passa junto.' : `${formatInteger(count)} favoritos passam juntos.`,
  level: 'Os pontos ganhos nas duas contas contam juntos para o nível.',
  promotions: 'Promoções já usadas em uma das contas contam como usadas.',
  filled: (fields: MergedField[]) =>
    `O cadastro que fica recebe o que não tem: ${fields.map((field) => fieldNames[field]).join(', ')}.`,
  sessions: (count: number) =>
    count === 0
      ? 'A conta que sai não tem aparelho aberto e não entra mais.'
      : `A conta que sai é encerrada em ${count === 1 ? '1 aparelho' : `${formatInteger(count)} aparelhos`} e não entra mais.`,
  undo: 'Dá para separar de novo em até 30 dias. Pontos já usados não voltam.',
  proof: 'Como você sabe que é a mesma pessoa',
  confirm: 'Juntar as contas',
  done: (amount: number) => `Contas juntadas: ${points(amount)} passaram.`,
  before: 'Estas contas já tinham sido juntadas. Confira os movimentos.',
  unlikeRepeat:
    'A junção anterior desta tela já foi feita, com outros dados. Confira a ficha. Se ainda for preciso, junte de novo.',
  part: 'Separar',
  partTitle: 'Separar as contas',
  partText: (name: string) =>
    `A conta “${name}” volta a existir, com o que resta dos seus pontos. O que já foi usado, venceu ou pagou uma dívida fica nesta conta.`,
  parted: (back: number, kept: number) =>
    kept === 0
      ? `Contas separadas: ${points(back)} voltaram.`
      : `Contas separadas: ${points(back)} voltaram, e ${points(kept)} já tinham sido usados.`,
  partOf: (name: string) => `Separar a conta “${name}”`,
  into: 'Esta conta foi juntada com outra. Ela não entra mais no portal, e o caixa credita a conta que ficou.',
  openStaying: 'Abrir a conta que ficou',
  absorbed: (amount: number, date: string) => `${points(amount)} vieram em ${date}`,
  until: (date: string) => `dá para separar até ${date}`,
  final: 'não dá mais para separar',
}

const fieldNames: Record<MergedField, string> = {
  name: 'nome',
  birthdate: 'data de nascimento',
  sex: 'gênero',
  address: 'endereço',
  document: 'CPF ou CNPJ',
}
