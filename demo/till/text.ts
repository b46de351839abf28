/** The texts of the demo's till. */

import { prizeSentence, type PrizeWord } from '#contract/prize-word.ts'
import { formatInteger, formatMoney } from '#contract/value/money.ts'

export const text = {
  title: (company: string) => `Caixa de demonstração · ${company}`,
  heading: 'Caixa',
  demo: 'Demonstração',
  explanation:
    'Aqui você é a loja. Deixe o portal do cliente aberto ao lado e veja o que acontece lá.',
  portal: 'Abrir o portal do cliente',

  customer: 'Cliente',
  document: 'CPF ou CNPJ, ou o código do celular',
  scan: 'Ler código com a câmera',
  scanHint: 'Aponte a câmera para o QR code de Meu código, no celular do cliente.',
  scanOther: 'Este QR code não é o código do cliente. Peça para abrir Meu código.',
  scanCancel: 'Cancelar',
  noCamera:
    'Não conseguimos usar a câmera. Digite o CPF ou CNPJ, ou passe um leitor de códigos no campo do cliente.',
  codeOver: 'Para ver o saldo atual, leia o código do cliente de novo.',
  shop: 'Loja',
  find: 'Buscar',
  unknown: 'Documento sem cadastro. Os pontos ficam guardados até o cliente se cadastrar.',
  unregistered: 'Ainda não se cadastrou',
  balance: (amount: string) => `Saldo: ${amount}`,
  cannotSpend: 'O cliente precisa confirmar o email ou o celular para usar o saldo.',

  sell: 'Vender',
  purchase_value: 'Valor da compra (R$)',
  rule: 'Regra',
  sellSubmit: 'Registrar venda',
  sold: (amount: string) => `Venda registrada: o cliente ganhou ${amount}.`,
  sale: (value: number, rule: string) => `Venda de ${formatMoney(value)} · ${rule}`,
  earned: (amount: string) => `+${amount}`,

  charge: 'Cobrar do saldo',
  points_amount: 'Pontos a usar',
  points_value: 'Valor do saldo a usar (R$)',
  chargeSubmit: 'Pedir autorização',
  charged: 'Pedido enviado: ele já está na tela do cliente.',
  charging: (amount: string) => `Cobrando ${amount}`,
  PENDING: 'Esperando o cliente autorizar ou dizer o código…',
  AUTHORIZED: 'O cliente autorizou. Conclua a compra.',
  CAPTURED: 'Compra concluída.',
  DECLINED:
    'O cliente recusou. Por 10 minutos, esta loja só pode pedir de novo uma vez, e um valor menor.',
  CANCELLED: 'Pedido cancelado: o saldo está livre.',
  EXPIRED: 'O tempo acabou: o saldo está livre.',
  code: 'Código que o cliente disser',
  captureCode: 'Concluir com o código',
  capture: 'Concluir a compra',
  cancel: 'Desistir',
  used: (amount: string) => `−${amount}`,
  use: (value: number) => `Uso do saldo em compra de ${formatMoney(value)}`,

  withdraw: prizeSentence('Entregar {one}'),
  voucherCode: 'Código do voucher',
  withdrawSubmit: 'Entregar',
  withdrawn: (prize: string, word: PrizeWord) => `${text.prize(word)}: ${prize}.`,
  prize: prizeSentence('{One} entregue'),

  receipts: 'Movimentos deste caixa',
  noReceipts: 'Nenhum ainda.',
  reverse: 'Estornar',
  reverseNamed: (what: string) => `Estornar: ${what}`,
  reversed: 'Estornado',
  reversal: 'Estorno feito: o saldo do cliente já mudou.',

  invalidMoney: 'Informe um valor em reais, como 45,90.',
  invalidPoints: 'Informe um número inteiro de pontos.',
  noConnection: 'O caixa não conseguiu falar com o servidor. Tente de novo.',
}

export function points(amount: number): string {
  if (amount === 0) return 'nenhum ponto'
  return amount === 1 ? '1 ponto' : `${formatInteger(amount)} pontos`
}
