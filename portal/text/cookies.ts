export const cookiesText = {
  title: 'Este site usa cookies',
  explanation: 'Com eles você continua conectado e entendemos como o programa é usado.',
  policy: 'Leia a política de cookies',
  agree: 'Concordo',
} as const
