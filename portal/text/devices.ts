export const devices_text = {
  heading: 'Aparelhos conectados',
  unknown: 'Aparelho desconhecido',
  current: 'Este aparelho',
  since: (date: string) => `Desde ${date}`,
  last_used: (date: string) => `Usado em ${date}`,
  sign_out: 'Desconectar',
  sign_out_of: (name: string) => `Desconectar ${name}`,
  sign_out_title: 'Desconectar este aparelho?',
  sign_out_text: (name: string) => `Quem usa ${name} vai precisar entrar de novo.`,
} as const
