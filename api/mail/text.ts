/** The sentences of all mails. They are in api/ and not in portal/text/, because no screen shows them. */

import { proofCommand, type RecordHead } from '#contract/head/head.ts'

export type MailText = {
  subject: string
  paragraphs: string[]
  button: string
  /** The small print for a recipient who did not request the mail. */
  footnote: string
}

export const greeting = (firstName: string | null): string =>
  firstName ? `Olá, ${firstName}!` : 'Olá!'

export const linkHint = 'Se o botão não funcionar, copie este endereço:'

export const senderHint = (program: string): string =>
  `Você recebeu este email porque participa do programa ${program}.`

export const unsubscribeHint = 'Não quero mais receber este tipo de email'

export const loginLinkText = (program: string): MailText => ({
  subject: `Seu link para entrar: ${program}`,
  paragraphs: [
    'Toque no botão para entrar na sua conta, sem senha.',
    'O link vale por 15 minutos e só pode ser usado uma vez.',
  ],
  button: 'Entrar na minha conta',
  footnote: 'Se você não pediu este link, ignore este email: sem ele, ninguém entra.',
})

export const passwordResetText = (program: string): MailText => ({
  subject: `Redefina sua senha: ${program}`,
  paragraphs: [
    'Recebemos um pedido para redefinir a sua senha.',
    'O link vale por 60 minutos e só pode ser usado uma vez. Depois disso, todos os aparelhos saem da sua conta.',
  ],
  button: 'Criar uma nova senha',
  footnote: 'Se você não pediu, ignore este email: a sua senha continua a mesma.',
})

export const emailConfirmationText = (program: string): MailText => ({
  subject: `Confirme seu email: ${program}`,
  paragraphs: [
    'Confirme que este email é seu, para usar o seu saldo com segurança.',
    'O link vale por 7 dias.',
  ],
  button: 'Confirmar meu email',
  footnote: 'Se você não se cadastrou, ignore este email.',
})

/** D16. `loss`: the points or the money that would be lost; null: the balance is 0. */
export const erasureAnnouncedText = (
  program: string,
  { loss, last_day }: { loss: string | null; last_day: string },
): MailText => ({
  subject: `Sua conta será apagada depois de ${last_day}: ${program}`,
  paragraphs: [
    'Sentimos a sua falta! Faz tempo que você não usa a sua conta, e não guardamos para sempre os dados de quem não vem mais.',
    `Para continuar com a gente, basta entrar na sua conta até ${last_day}.`,
    loss === null
      ? 'Depois desse dia apagamos a conta, com o histórico e os vouchers.'
      : `Depois desse dia apagamos a conta, e você perde ${loss}, o histórico e os vouchers.`,
  ],
  button: 'Entrar e manter minha conta',
  footnote: 'Se você não quer mais participar, não precisa fazer nada.',
})

export const credentialsChangedText = (program: string): MailText => ({
  subject: `Seus dados de acesso mudaram: ${program}`,
  paragraphs: [
    'A senha, o email ou o celular da sua conta acabou de ser alterado, e os outros aparelhos saíram dela.',
    'Se foi você, está tudo certo.',
  ],
  button: 'Não fui eu: redefinir a senha',
  footnote: `Se você não reconhece esta mudança, redefina a senha agora e fale com a equipe de ${program}.`,
})

/** D15. `company`: its name. `role`: as 'gerente'. */
export const staffInvitationText = (company: string, role: string): MailText => ({
  subject: `Convite para o console de ${company}`,
  paragraphs: [
    `Você foi convidado a trabalhar no console de ${company} como ${role}.`,
    'Toque no botão para criar a sua senha. O link vale por 72 horas e só pode ser usado uma vez.',
    'Tenha o celular à mão: o segundo passo é cadastrar um aplicativo de códigos ou uma chave de acesso.',
  ],
  button: 'Aceitar o convite',
  footnote: `Se você não conhece ${company}, ignore este email: sem ele, ninguém entra.`,
})

export const staffPasswordText = (company: string): MailText => ({
  subject: `Nova senha do console: ${company}`,
  paragraphs: [
    `Recebemos um pedido para criar uma nova senha no console de ${company}.`,
    'O link vale por 60 minutos e só pode ser usado uma vez. Depois disso, todos os navegadores saem da sua conta. O segundo fator continua o mesmo.',
  ],
  button: 'Criar uma nova senha',
  footnote: 'Se você não pediu, ignore este email: a sua senha continua a mesma.',
})

/** The head of a day (docs/decisions/058-daily-head.md). `day`: 23/11/2026. `records`: of all days until then. */
export const recordHeadText = (
  company: string,
  {
    day,
    company_id,
    records,
    hash,
    signature,
    public_key,
  }: Pick<RecordHead, 'company_id' | 'hash' | 'signature' | 'public_key'> & {
    day: string
    records: string
  },
): MailText => ({
  subject: `Selo dos registros de ${day}: ${company}`,
  paragraphs: [
    `Este é o selo do dia ${day} da empresa ${company}. Ele cobre ${records} até o fim desse dia.`,
    'Guarde este email. Com ele ninguém muda um registro antigo sem que se perceba, nem quem administra o banco de dados.',
    `Selo: ${hash}`,
    `Assinatura: ${signature}`,
    `Chave pública: ${public_key}`,
    `Empresa: ${company_id}`,
    `Para conferir, peça a quem opera o Fiel o comando ${proofCommand({ hash })}: ele refaz a conta a partir dos registros e diz se algum mudou.`,
  ],
  button: 'Abrir o console',
  footnote: 'Você recebe um selo por dia e não precisa fazer nada.',
})

export const staffHint = (company: string): string =>
  `Você recebeu este email porque trabalha com ${company}.`
