export const unsentText = {
  isBack: 'O que você tinha digitado continua aqui.',
  discard: 'Descartar',
}
