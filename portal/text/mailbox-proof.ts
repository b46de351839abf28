export const mailboxProofText = {
  password: 'Senha',
  provider:
    'Você entra com Google, Facebook ou celular? Entre na conta primeiro e abra o link de novo.',
  forgot: 'Não fui eu ou não lembro a senha',
  back: 'Informar a senha',
  newHeading: 'Crie uma nova senha',
  newExplanation:
    'A senha anterior deixa de valer e todos os aparelhos saem da conta. Se outra pessoa usou o seu email, ela perde o acesso.',
  newExplanationProvider: 'O acesso por Google, Facebook ou celular também termina.',
} as const
