export const completeProfileText = {
  heading: 'Falta pouco',
  explanation: 'Precisamos destes dados para guardar o seu saldo no seu nome.',
  optional: 'Opcional',
  submit: 'Continuar',
} as const
