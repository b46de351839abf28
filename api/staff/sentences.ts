/** The sentences of the audit log and of error codes about staff, in Portuguese. */

import { maxPasskeys, staffRoleNames, type StaffRole } from '#contract/console/staff.ts'

const at = (shops: string[]) => (shops.length > 0 ? ` (${shops.join(', ')})` : '')
const post = (role: StaffRole, shops: string[]) => `${staffRoleNames[role]}${at(shops)}`

export const passwordGiven = (name: string) =>
  `${name} acertou a senha do console; falta o segundo fator`
export const signedIn = (name: string) => `${name} entrou no console`
export const confirmedAgain = (name: string) => `${name} confirmou o segundo fator outra vez`
export const signedOut = (name: string) => `${name} saiu do console`
export const wrongPassword = (name: string) => `Alguém errou a senha de ${name} no console`
export const wrongFactor = (name: string) => `Um segundo fator de ${name} foi recusado`
export const joined = (name: string, role: StaffRole) =>
  `${name} aceitou o convite como ${post(role, [])}`
export const passwordChanged = (name: string) => `${name} trocou a própria senha`
export const passwordReset = (name: string) => `${name} criou uma nova senha pelo link do email`
export const totpAdded = (name: string) => `${name} cadastrou um aplicativo de códigos`
export const passkeyAdded = (name: string, passkey: string) =>
  `${name} cadastrou a chave de acesso ${passkey}`
export const passkeyRemoved = (name: string, passkey: string) =>
  `${name} apagou a chave de acesso ${passkey}`
export const recoveryCodesMade = (name: string) => `${name} gerou novos códigos de recuperação`
export const sessionEnded = (name: string) => `${name} saiu do console em outro navegador`
export const invited = (actor: string, email: string, role: StaffRole, shops: string[]) =>
  `${actor} convidou ${email} como ${post(role, shops)}`
export const invitedAgain = (actor: string, email: string) =>
  `${actor} enviou o convite de ${email} outra vez`
export const changed = (actor: string, name: string, role: StaffRole, shops: string[]) =>
  `${actor} mudou o cadastro de ${name}, agora ${post(role, shops)}`
export const left = (actor: string, name: string) => `${actor} tirou o acesso de ${name}`

/** The message of `validation`, for one passkey too many. */
export const tooManyPasskeys = `Você já tem ${maxPasskeys} chaves de acesso. Apague uma antes de criar outra.`

/** The message of `company_unavailable`, for a write in the console of a blocked company. */
export const companyBlocked =
  'O programa está bloqueado: por enquanto o console só mostra, sem mudar nada. Fale com o suporte da plataforma.'

/** The message of `expired_token`, for a password without a second factor. */
export const invitationEnded =
  'Seu convite expirou antes do segundo fator. Peça outro a quem cuida da equipe.'
