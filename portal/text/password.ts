export const passwordText = {
  current: 'Senha atual',
  length: 'De 6 a 30 caracteres',
  common: 'Esta é uma das senhas mais usadas: seria a primeira a ser tentada. Prefira outra.',
  weak: 'Senha fraca. Uma frase curta é mais forte, e fácil de lembrar.',
  fair: 'Senha razoável. Mais longa, fica melhor.',
  strong: 'Senha forte.',
} as const
