export const previewText = {
  title: 'Como fica no portal',
  screen: 'Tela',
  screens: {
    login: 'Entrada',
    summary: 'Resumo',
    prizes: 'Prêmios',
    prize: 'Um prêmio',
    history: 'Histórico',
    levels: 'Níveis',
  },
  phone: 'Celular',
  desk: 'Computador',
  sample: 'Com um cliente de exemplo. Nada do que se faz aqui vale.',
  mistaken: 'O rascunho tem campos a corrigir: isto é o último estado sem erros.',
  close: 'Fechar',
}
