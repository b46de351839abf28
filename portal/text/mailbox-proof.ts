export const mailbox_proof_text = {
  password: 'Senha',
  provider:
    'Você entra com Google, Facebook ou celular? Entre na conta primeiro e abra o link de novo.',
  forgot: 'Não fui eu ou não lembro a senha',
  back: 'Informar a senha',
  new_heading: 'Crie uma nova senha',
  new_explanation:
    'A senha anterior deixa de valer e todos os aparelhos saem da conta. Se outra pessoa usou o seu email, ela perde o acesso.',
  new_explanation_provider: 'O acesso por Google, Facebook ou celular também termina.',
} as const
