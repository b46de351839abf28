export const memberCodeText = {
  title: 'Meu código',
  open: 'Usar no caixa',
  show: 'Mostre este código no caixa para juntar ou usar seu saldo.',
  qrCode: 'Seu QR code para o caixa. Ele muda a cada 30 segundos.',
  changesIn: (seconds: number) => `Novo código em ${seconds} s`,
  offline: 'Funciona também sem conexão.',
  noReader: 'O leitor não funcionou? Informe seu CPF ou CNPJ no caixa.',
  failed: 'Não conseguimos preparar o seu código',
  failedText:
    'Conecte-se à internet uma vez para guardar o código neste aparelho, ou informe seu CPF ou CNPJ no caixa.',
  unsupported: 'Este navegador não consegue mostrar o seu código',
  unsupportedText:
    'Abra o programa por um endereço seguro (https) ou informe seu CPF ou CNPJ no caixa.',
} as const
