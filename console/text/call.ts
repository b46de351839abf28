export const callText = {
  button: 'Ver como API',
  title: 'Ver como API',
  text: 'O mesmo pelo terminal. A sessão do console fica no cookie; troque o valor de exemplo.',
  close: 'Fechar',
}
