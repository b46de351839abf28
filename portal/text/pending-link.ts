export const pendingLinkText = {
  heading: 'Qual conta você quer usar?',
  explanation: 'Você abriu um link que recebeu por email, mas já está em uma conta.',
  stay: (name: string) => `Continuar como ${name}`,
  use: 'Sair e usar o link',
} as const
