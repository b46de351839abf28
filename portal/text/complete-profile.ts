export const complete_profile_text = {
  heading: 'Falta pouco',
  explanation: 'Precisamos destes dados para guardar seus pontos no seu nome.',
  submit: 'Continuar',
} as const
