/** The sentences of the acts that close or change a customer's account. */

export const controlText = {
  block: 'Bloquear',
  blockTitle: 'Bloquear cliente',
  blockText:
    'A pessoa sai de todos os aparelhos e não entra nem usa pontos até ser desbloqueada. Pontos reservados por um caixa voltam ao saldo. Compras continuam somando pontos.',
  blockReason: 'Motivo',
  blockReasonHint: 'Fica na ficha e na auditoria. A pessoa não vê.',
  blocked: (name: string) => ended(`Conta bloqueada: ${name}`),
  blockedSince: (date: string, by: string, reason: string) =>
    `Conta bloqueada em ${date} por ${by} — motivo: ${reason}. A pessoa não entra nem usa pontos; compras continuam somando.`,
  unblock: 'Desbloquear',
  unblocked: (name: string) => ended(`Conta desbloqueada: ${name}`),
}

/** With one full stop: a masked name ends with one, as 'Rita Q.'. */
function ended(sentence: string): string {
  return sentence.endsWith('.') ? sentence : `${sentence}.`
}
