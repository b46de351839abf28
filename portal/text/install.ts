export const installText = {
  title: 'Deixe seus vouchers a um toque',
  text: 'Instale o app na tela inicial. Ele abre também sem internet.',
  ios: 'Toque em Compartilhar e depois em “Adicionar à Tela de Início”. O app abre também sem internet.',
  install: 'Instalar',
  later: 'Agora não',
} as const
