/** The sentences of the counter. */

import { counted, formatInteger, formatMoney, maxPurchaseValue } from '#contract/value/money.ts'

type Amount = { points_amount: number; points_value: number }

const points = (n: number) => counted(n, 'ponto', 'pontos')

/** '42 pontos (R$ 0,42)'; in a company that shows money: 'R$ 0,42'. */
export function amountText({ points_amount, points_value }: Amount, in_money: boolean): string {
  return in_money
    ? formatMoney(points_value)
    : `${points(points_amount)} (${formatMoney(points_value)})`
}

/** '42 pontos'; in money 'R$ 0,42'. */
export function shortAmount({ points_amount, points_value }: Amount, in_money: boolean): string {
  return in_money ? formatMoney(points_value) : points(points_amount)
}

export const counterText = {
  shop: 'Loja',
  chooseShop: 'Em que loja você está?',
  chooseShopText: 'Este aparelho lembra a escolha.',
  changeShop: 'Trocar de loja',
  at: (shop: string) => `Loja: ${shop}`,
  noShops: 'Nenhuma loja para você',
  noShopsText: 'As suas lojas não estão na lista da empresa. Peça a um gerente para conferir.',

  sale: 'Venda',
  customer: 'CPF, CNPJ, celular ou código',
  customerHint: 'Digite, ou passe o leitor em qualquer lugar da tela.',
  next: 'Continuar',
  scan: 'Ler código com a câmera',
  scanTitle: 'Ler código do cliente',
  scanText: 'Aponte a câmera para o QR code de Meu código, no celular do cliente.',
  scanOther: 'Este QR code não é o código do cliente. Peça para abrir Meu código.',
  noCamera: 'Não conseguimos usar a câmera. Digite o CPF ou o celular, ou passe um leitor.',
  which: 'Este número é um CPF ou um celular?',
  isDocument: 'CPF',
  isPhone: 'Celular',
  codeOffline: 'Sem internet o código não pode ser lido. Digite o CPF ou o celular.',
  unknown: (label: string) => `${label} · sem cadastro`,
  unknownText: 'Os pontos ficam guardados até a pessoa se cadastrar.',
  offlineText: 'Sem internet: a venda fica neste aparelho e é enviada quando a conexão voltar.',
  level: (name: string) => `nível ${name}`,
  balance: (amount: string) => `Saldo: ${amount}`,
  noName: 'Sem cadastro',
  another: 'Outro cliente',
  finishFirst: 'Termine esta venda antes de começar outra.',

  value: 'Valor da compra (R$)',
  noValue: 'Digite o valor da compra.',
  maxValue: `O valor vai até ${formatMoney(maxPurchaseValue)}.`,
  rule: 'Regra',
  payWithPoints: (in_money: boolean) => (in_money ? 'Usar saldo' : 'Usar pontos'),
  noUse: (in_money: boolean) => (in_money ? 'Não usar saldo' : 'Não usar pontos'),
  howMany: (in_money: boolean) => (in_money ? 'Quanto usar (R$)' : 'Quantos pontos'),
  noAmount: 'Digite quanto usar.',
  tooMany: (most: string) => `Nesta compra: até ${most}.`,
  most: (amount: string) => `Usar o máximo: ${amount}`,
  cannotSpend: 'O cliente precisa confirmar o email ou o celular para usar o saldo.',
  nothingToUse: 'O cliente não tem saldo para usar agora.',
  pointsOffline: 'Sem internet não dá para usar pontos.',
  register: 'Registrar venda',
  ask: 'Pedir autorização',
  willEarn: (earned: string, to_pay: number) =>
    `Vai ganhar ${earned} e pagar ${formatMoney(to_pay)}.`,
  willUse: (used: string, earned: string, to_pay: number) =>
    `Vai usar ${used}, ganhar ${earned} e pagar ${formatMoney(to_pay)}.`,

  waiting: 'Esperando o cliente',
  waitingText: (amount: string) =>
    `O celular do cliente pede para autorizar ${amount}. Ele também pode dizer o código de 6 números.`,
  confirming: 'O cliente autorizou. Registrando a venda…',
  unconfirmed:
    'O cliente autorizou, e a venda ainda não foi confirmada. Registre de novo: ela conta uma vez só.',
  code: 'Código que o cliente disser',
  capture: 'Concluir com o código',
  cancel: 'Desistir',
  stillHeld:
    'Sem conexão: o pedido não foi cancelado. Os pontos ficam reservados até ele terminar.',
  over: {
    DECLINED: 'O cliente recusou. Os pontos continuam no saldo dele.',
    EXPIRED: 'O tempo acabou. Os pontos continuam no saldo do cliente.',
    CANCELLED: 'O pedido foi cancelado. Os pontos continuam no saldo do cliente.',
  },
  withoutPoints: 'Vender sem pontos',

  done: 'Venda registrada',
  doneEarned: (name: string, earned: string) => `${name} ganhou ${earned}.`,
  doneUsed: (used: string, to_pay: number) => `Usou ${used} e paga ${formatMoney(to_pay)}.`,
  doneBalance: (balance: string) => `Saldo agora: ${balance}.`,
  kept: 'Venda guardada neste aparelho',
  keptText: (value: number) =>
    `A venda de ${formatMoney(value)} ainda não foi confirmada. Este aparelho a envia sozinho, e ela conta uma vez só. Não a registre outra vez.`,
  notKept:
    'A venda não foi confirmada, e este aparelho não conseguiu guardá-la. Anote-a, libere espaço e tente de novo.',
  theCustomer: 'O cliente',
  newSale: 'Nova venda',

  queue: (n: number) =>
    n === 1 ? '1 venda esperando confirmação' : `${formatInteger(n)} vendas esperando confirmação`,
  refused: (n: number) => (n === 1 ? '1 venda recusada' : `${formatInteger(n)} vendas recusadas`),
  queueText:
    'Este aparelho envia sozinho estas vendas, e cada uma conta uma vez só. Não saia do console antes. As vendas continuam aqui depois de recarregar.',
  sendNow: 'Enviar agora',
  sent: (n: number) => (n === 1 ? '1 venda enviada.' : `${formatInteger(n)} vendas enviadas.`),
  correct: 'Corrigir',
  correctOf: (value: number) => `Corrigir a venda de ${formatMoney(value)}`,
  movedTo: (shop: string) => `Ao enviar, a venda conta na loja ${shop}.`,
  discard: 'Descartar',
  discardOf: (value: number) => `Descartar a venda de ${formatMoney(value)}`,
  discardTitle: 'Descartar esta venda?',
  discardText:
    'Este aparelho não envia mais a venda. Se ela ainda não foi registrada, o cliente não ganha os pontos. Isto não pode ser desfeito.',
  save: 'Guardar e enviar',
  leaveTitle: (n: number) => `Sair e descartar ${counted(n, 'venda', 'vendas')}?`,
  leaveText:
    'Estas vendas ainda não foram confirmadas. Se você sair, elas podem se perder, e os clientes podem ficar sem os pontos.',
  leave: 'Sair e descartar',

  voucher: 'Entregar prêmio',
  voucherCode: 'Código do voucher',
  check: 'Conferir',
  finishHandOver: 'Espere a entrega deste prêmio terminar.',
  handOver: 'Entregar',
  handedOver: (prize: string) => `Prêmio entregue: ${prize}.`,
  voucherStates: {
    TO_WITHDRAW: 'Pode ser entregue',
    WITHDRAWN: 'Já entregue',
    EXPIRED: 'Vencido',
    CANCELLED: 'Cancelado',
  },
  handOverFinal: 'Entregue o prêmio só depois de confirmar: a entrega não pode ser desfeita.',

  shift: 'Turno de hoje',
  totals: 'Somas da loja hoje, de todos os caixas do console.',
  sales: 'Vendas',
  salesValue: 'Valor vendido',
  given: 'Pontos dados',
  used: 'Pontos usados',
  returns: 'Devoluções',
  vouchers: 'Prêmios entregues',
  count: (n: number) => formatInteger(n),
  countOf: (n: number, value: number) =>
    n === 0 ? '0' : `${formatInteger(n)} · ${formatMoney(value)}`,
  movements: 'Seus últimos movimentos',
  none: 'Nenhum movimento hoje. As vendas que você registrar aparecem aqui.',
  kinds: {
    sale: 'Venda',
    use: 'Uso de pontos',
    return: 'Devolução',
    undo: 'Uso desfeito',
    voucher: 'Prêmio entregue',
  },
  isReversed: 'Devolvida',
  isUndone: 'Desfeito',
  returned: (value: number) => `${formatMoney(value)} devolvidos`,
  giveBack: 'Devolver',
  giveBackOf: (value: number) => `Devolver a venda de ${formatMoney(value)}`,
  undoUse: 'Desfazer uso',
  undoUseOf: (amount: string) => `Desfazer uso de ${amount}`,
  returnTitle: 'Devolver venda',
  returnText: (left: number) => `Até ${formatMoney(left)} desta venda podem ser devolvidos.`,
  returnFinal:
    'Os pontos desta venda saem do saldo do cliente. Uma devolução não pode ser desfeita: se errar, registre a venda de novo.',
  returnValue: 'Valor devolvido (R$)',
  returnAbove: (left: number) => `O valor vai até ${formatMoney(left)}.`,
  repeatedReturn:
    'A devolução anterior desta venda já foi feita, com outro valor. Confira os movimentos. Se ainda for preciso, devolva de novo.',
  returnedBefore: 'Esta devolução já estava registrada. Confira o turno de hoje.',
  returnedNow: (value: number) => `Devolução de ${formatMoney(value)} registrada.`,
  undoTitle: 'Desfazer o uso de pontos?',
  undoText:
    'Os pontos voltam ao saldo do cliente, e ele paga essa parte da compra. Não pode ser refeito sem uma nova autorização.',
  undone: 'Uso desfeito: os pontos voltaram ao saldo.',
}
