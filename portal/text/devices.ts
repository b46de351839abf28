export const devicesText = {
  heading: 'Aparelhos conectados',
  unknown: 'Aparelho desconhecido',
  current: 'Este aparelho',
  since: (date: string) => `Desde ${date}`,
  lastUsed: (date: string) => `Usado em ${date}`,
  signOut: 'Desconectar',
  signOutOf: (name: string) => `Desconectar ${name}`,
  signOutTitle: 'Desconectar este aparelho?',
  signOutText: (name: string) => `Quem usa ${name} vai precisar entrar de novo.`,
  whyPassword: 'Para desconectar um aparelho, confirme que é você.',
} as const
