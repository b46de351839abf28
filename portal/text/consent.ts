export const consentText = {
  heading: 'Privacidade',
  opt_in: 'Termos de uso e política de privacidade',
  terms: 'Ler os termos',
  privacy: 'Ler a política',
  marketing: 'Novidades e promoções',
  cookies: 'Política de cookies',
  granted: (date: string) => `Você concordou em ${date}`,
  withdrawn: (date: string) => `Revogado em ${date}`,
  never: 'Desativado',
  withdraw: 'Revogar',
} as const
