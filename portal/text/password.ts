export const passwordText = {
  current: 'Senha atual',
  length: 'De 6 a 30 caracteres',
  common: 'Esta senha é muito comum e fácil de adivinhar. Escolha outra.',
  weak: 'Senha fraca. Uma frase curta é mais forte e fácil de lembrar.',
  fair: 'Senha razoável. Se for mais longa, fica melhor.',
  strong: 'Senha forte.',
} as const
