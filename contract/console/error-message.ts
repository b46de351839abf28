/** The messages of the error codes that only the console gets. They stand apart so that the portal does not load them. */

import { type ErrorCode, errorCodes } from '#contract/error.ts'

const consoleMessages: Partial<Record<ErrorCode, string>> = {
  second_factor_required: 'Confirme o segundo fator para continuar.',
  fresh_factor_required: 'Para isto, confirme o segundo fator outra vez.',
  last_owner:
    'A empresa precisa de pelo menos um proprietário. Torne outra pessoa proprietária antes.',
  last_factor: 'Este é o seu único segundo fator. Crie outro antes de apagar este.',
  draft_changed:
    'O rascunho mudou em outra aba. Suas alterações foram mantidas aqui: confira e salve de novo.',
  draft_outdated:
    'Outra versão foi publicada depois que este rascunho começou. Compare as duas antes de publicar.',
  own_request: 'Quem pediu não pode aprovar. Peça a outra pessoa.',
  month_open: 'Este mês ainda não terminou. Feche-o a partir do dia 1º do mês seguinte.',
  month_closed: 'Este mês já foi fechado e não muda mais.',
  closing_unexplained:
    'Os lançamentos não explicam o saldo deste mês. Nada foi fechado: peça ao suporte para rodar a auditoria.',
  import_changed: 'Esta importação já está em outra etapa. Recarregue a página para vê-la.',
  request_over: 'Este pedido já foi resolvido.',
  draft_invalid: 'O rascunho tem campos para corrigir antes de publicar.',
  draft_unchanged: 'O rascunho é igual ao que está publicado.',
  adjustment_used: 'Estes pontos já foram usados ou venceram. Para corrigir, retire pontos.',
  second_person_required: 'Acima do limite, outra pessoa precisa concordar. Peça a aprovação.',
  adjustment_above_limit:
    'Este ajuste passa do limite do seu papel. Peça a um gerente ou proprietário.',
  customer_merged: 'Esta conta foi juntada com outra. Abra a conta que ficou.',
  merge_chain: 'A conta que sai já recebeu outra. Escolha esta como a que fica.',
  merge_over: 'Estas contas já foram separadas, ou passou dos 30 dias para separar.',
  merge_needs_document:
    'A conta que fica não tem CPF. Escolha a outra, ou peça à pessoa que informe o CPF no portal.',
  merge_needs_registered:
    'A conta que fica ainda não tem cadastro, e a outra tem. Escolha a outra como a que fica.',
  merge_debt:
    'A conta que sai deve mais pontos do que a outra tem. Escolha a outra como a que fica.',
  merge_blocked:
    'A conta que sai está bloqueada. Escolha-a como a que fica, ou desbloqueie-a antes de juntar.',
}

/** The message of an error code, for the API and for tests. */
export function messageOf(code: ErrorCode): string {
  return consoleMessages[code] ?? errorCodes[code].message
}
