/** The sentences of the acts that close or change a customer's account. */

import { requestDays } from '#contract/console/adjustment-request.ts'

import { customerText } from './customer.ts'

export const controlText = {
  block: 'Bloquear',
  blockTitle: 'Bloquear cliente',
  blockText:
    'A pessoa sai de todos os aparelhos e não entra nem usa pontos até ser desbloqueada. Pontos reservados por um caixa voltam ao saldo. Compras continuam somando pontos.',
  blockReason: 'Motivo',
  blockReasonHint: 'Fica na ficha e na auditoria. Ao entrar, a pessoa não vê o motivo.',
  blocked: (name: string) => ended(`Conta bloqueada: ${name}`),
  blockedSince: (date: string, by: string, reason: string) =>
    `Conta bloqueada em ${date} por ${by} — motivo: ${reason}. A pessoa não entra nem usa pontos; compras continuam somando.`,
  reverse: 'Estornar',
  reverseOf: (title: string, date: string) => `Estornar ${title}, ${date}`,
  reverseTitle: { sale: 'Estornar compra', use: 'Desfazer uso de pontos' },
  textOfSale: (value: string, points: string) =>
    `Compra de ${value}, que deu ${points}. Se o cliente já usou parte deles, a regra da empresa decide: o que falta fica como saldo a compensar, ou a empresa assume.`,
  textOfUse: (points: string) => `${points} voltam ao saldo do cliente, com a validade que tinham.`,
  final: 'Um estorno não pode ser desfeito.',
  returnedValue: 'Valor devolvido',
  returnedHint: 'Em branco, tudo que ainda não foi devolvido.',
  wrongValue: 'Digite um valor em reais, como 45,90',
  reversed: (points: number, name: string) =>
    `Estorno feito: ${customerText.adjusted(points, name)}`,
  reversedBefore: 'Este estorno já tinha sido feito. Confira os movimentos.',
  repeatedReversal:
    'O estorno anterior desta tela já foi feito, com outros dados. Confira os movimentos. Se ainda for preciso, estorne de novo.',
  cancelVoucher: 'Cancelar voucher',
  cancelVoucherOf: (prize: string, date: string) => `Cancelar o voucher ${prize}, de ${date}`,
  voucherText: (prize: string, points: string) =>
    `${prize}: o código deixa de valer e ${points} voltam ao saldo. Um cancelamento não pode ser desfeito.`,
  voucherCancelled: (points: string) => ended(`Voucher cancelado. Voltaram ${points}`),
  correct: 'Corrigir',
  correctTitle: 'Corrigir dados',
  correctText:
    'Preencha só o que muda. Com outro email ou celular, a pessoa sai de todos os aparelhos, e o email antigo recebe um aviso.',
  current: (masked: string) => `Agora: ${masked}`,
  birthdate: 'Nascimento, como 07/09/1988',
  proof: 'O que você viu',
  corrected: 'Dados corrigidos.',
  askLimit: (limit: string) =>
    `Acima de ${limit} pontos, o ajuste vira um pedido, que outra pessoa aprova em até ${requestDays} dias.`,
  asked: 'Pedido enviado. O saldo muda quando outra pessoa aprovar.',
  requests: 'Ajustes acima do limite',
  approvalsText: `Um ajuste acima do limite vale quando uma segunda pessoa concorda, em até ${requestDays} dias.`,
  noRequests: 'Nenhum pedido espera por aprovação.',
  requested: (points: number) =>
    points < 0
      ? `Retirar ${customerText.points(-points)} de`
      : `Dar ${customerText.points(points)} a`,
  askedBy: (name: string, date: string, reason: string) =>
    `Pedido de ${name}, ${date} — motivo: ${reason}`,
  until: (date: string) => `Termina em ${date} se ninguém decidir.`,
  own: 'Outra pessoa precisa aprovar o seu pedido.',
  approve: 'Aprovar',
  refuse: 'Recusar',
  withdraw: 'Retirar pedido',
  approved: (change: string) => `Pedido aprovado: ${change}`,
  refused: (name: string) => ended(`Pedido recusado: ${name}`),
  withdrawn: 'Pedido retirado.',
  unblock: 'Desbloquear',
  unblocked: (name: string) => ended(`Conta desbloqueada: ${name}`),
}

/** With one full stop: a masked name ends with one, as 'Rita Q.'. */
function ended(sentence: string): string {
  return sentence.endsWith('.') ? sentence : `${sentence}.`
}
