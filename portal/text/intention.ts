export const intentionText = {
  title: 'Autorização',
  asks: (shop: string, amount: string, worth?: string) =>
    worth ? `${shop} quer usar ${amount} (${worth})` : `${shop} quer usar ${amount}`,
  view: 'Ver',
  failed: 'Não conseguimos verificar pedidos do caixa.',
  shop: 'Estabelecimento',
  code: 'Código de autorização',
  codeHint: 'Diga este código ao caixa ou toque em Autorizar.',
  balance: 'Saldo',
  /** `balance` is from before the request; the chip and the card show what is left of it. */
  reserved: (held: string, available: string) =>
    `Reservado no caixa: ${held}. Disponível agora: ${available}.`,
  purchase: 'Valor total da compra',
  consumedPoints: 'Pontos consumidos',
  consumedValue: 'Valor usado do saldo',
  balance_after: 'Saldo após a compra',
  toPay: 'Falta pagar no caixa',
  saved: (amount: string) => `Você economizou ${amount}.`,
  expires_in: (time: string) => `Expira em ${time}`,
  expiring: 'Conferindo se ainda vale…',
  authorize: 'Autorizar',
  authorized: 'Autorizado',
  authorizedText: 'O caixa já pode concluir a compra.',
  authorizedReason: 'Pronto! Agora é com o caixa.',
  decline: 'Recusar',
  keep: 'Voltar',
  declineTitle: 'Recusar este pedido?',
  declineText: (shop: string) =>
    `Seu saldo continua o mesmo. Por 10 minutos, ${shop} só pode pedir de novo uma vez, e um valor menor.`,
  captured: 'Compra concluída',
  capturedText: (amount: string, shop: string) => `Você usou ${amount} em ${shop}.`,
  ended: {
    DECLINED: 'Você recusou o pedido',
    CANCELLED: 'O pedido foi cancelado',
    EXPIRED: 'O pedido expirou',
  },
  endedText: {
    DECLINED: (shop: string) => `${shop} não usou nada do seu saldo.`,
    CANCELLED: () => 'A loja cancelou o pedido. Nada foi usado do seu saldo.',
    EXPIRED: (shop: string) =>
      `O tempo acabou e nada foi usado do seu saldo. Se ainda estiver em ${shop}, peça ao caixa para tentar de novo.`,
  },
  wrong_codes:
    'O código foi digitado errado 5 vezes e o pedido foi cancelado. Nada foi usado do seu saldo.',
  toBalance: 'Ver meu saldo',
  empty: 'Nenhum pedido por aqui',
  emptyText:
    'No caixa, diga seu CPF e peça para pagar com o seu saldo. O pedido aparece aqui na hora.',
  announced: (shop: string, amount: string, code: string) =>
    `${shop} pede ${amount}. Código de autorização: ${code}.`,
  digits: (code: string) => Array.from(code).join(', '),
} as const
