/** The sentences of the company document in the console: mistakes that a field alone does not show, and acts. */

import { counted } from '#contract/value/money.ts'

import type { Change } from './draft.ts'

/** Mistakes of a draft that only the company's data show. */
export const draftText = {
  ofOperator: 'Só quem opera o servidor muda este campo',
  noPicture: 'Esta imagem não foi enviada: envie-a outra vez',
  noCodes: 'Este prêmio precisa de códigos: acrescente-os, ou deixe que o Fiel os crie',
  newHost: 'Só quem opera o servidor acrescenta um endereço',
  noCredential: 'Este arquivo tem chaves privadas: quem opera o servidor o aplica por comando',
  droppedCodes: (count: number) =>
    `Este rascunho acrescenta ${counted(count, 'código', 'códigos')} a este prêmio: deixe os códigos próprios, ou descarte o rascunho`,
  innerWebhook: 'Use um endereço https da internet: o Fiel não envia a um endereço interno',
  noField: 'Este campo não existe',
  badValue: 'Este valor não pode ser guardado',
  tooLarge: 'O documento ficaria grande demais',
  notLater: 'Escolha um momento no futuro',
  picture: (name: string, reason: string) => `${name} ${reason}`,
  /** The sentence for a side of a conflict whose change has no sentence, because that side undid it. */
  unchanged: 'Fica como estava',
}

/** A comment in company.yaml. */
export const yamlText = {
  noWebhooks: 'Este arquivo não traz os webhooks, que o seu papel não vê: não o aplique',
}

/** Why a line of codes is left out. Never the code, which is worth a prize (T16). */
export const codeText = {
  repeated: 'Este código está repetido',
  stored: 'Este código já existe',
  tooMany: 'Um prêmio recebe até 100.000 códigos de uma vez',
  deleted: (prize: string, count: number) =>
    `${prize} saiu do programa com ${counted(count, 'código novo', 'códigos novos')}`,
  lost: (prize: string, count: number) =>
    `${prize} saiu do rascunho: ao publicar, ${counted(count, 'código novo dele se perde', 'códigos novos dele se perdem')}. Desfazer traz o prêmio de volta com eles`,
  added: (prize: string, count: number) =>
    `${prize} ganha ${counted(count, 'código novo', 'códigos novos')}`,
}

/** Prizes with new codes that a sentence names. */
const maxCodesNamed = 3

/** The number of changes, and the prizes that get codes: '3 mudanças; Ingresso ganha 5.000 códigos novos'. */
function countedChanges(changes: Change[]): string {
  const added = changes.filter(({ path }) => path.endsWith('].codes.added'))
  const others = added.length - maxCodesNamed
  return [
    counted(changes.length, 'mudança', 'mudanças'),
    ...added.slice(0, maxCodesNamed).map(({ sentence }) => sentence),
    ...(others > 0 ? [`mais ${counted(others, 'prêmio com códigos', 'prêmios com códigos')}`] : []),
  ].join('; ')
}

/** Sentences of the audit log. */
export const actSentence = {
  published: (name: string, version: number, changes: Change[]) =>
    `${name} publicou a versão ${version} do programa (${countedChanges(changes)})`,
  publishedFor: (name: string, asker: string, version: number, changes: Change[]) =>
    `${name} publicou a versão ${version} do programa, pedida por ${asker} (${countedChanges(changes)})`,
  scheduled: (name: string, version: number, changes: Change[]) =>
    `A publicação agendada por ${name} virou a versão ${version} do programa (${countedChanges(changes)})`,
  suspended: (name: string) =>
    `A publicação agendada por ${name} foi suspensa: outra versão foi publicada depois, ou ela tem um campo para corrigir`,
  suspendedPerson: (name: string, person: string) =>
    `A publicação pedida por ${name} foi suspensa: ${person} já não pode publicar o programa`,
  applied: (name: string, version: number, changes: Change[]) =>
    `${name} aplicou a pasta: versão ${version} do programa (${countedChanges(changes)})`,
  requested: (name: string, changes: Change[], isApproval: boolean) =>
    isApproval
      ? `${name} pediu a aprovação de uma publicação (${countedChanges(changes)})`
      : `${name} agendou uma publicação (${countedChanges(changes)})`,
  approved: (name: string, asker: string) => `${name} aprovou a publicação pedida por ${asker}`,
  withdrawn: (name: string) => `${name} retirou o próprio pedido de publicação`,
  refused: (name: string, asker: string) => `${name} recusou a publicação pedida por ${asker}`,
  rebased: (name: string, version: number, lost: Change[]) =>
    `${name} recomeçou o próprio rascunho da versão ${version}${lost.length === 0 ? '' : `, sem ${counted(lost.length, 'mudança própria', 'mudanças próprias')}`}`,
  discarded: (name: string) => `${name} descartou o próprio rascunho do programa`,
}

/** The name of the actor that publishes at an instant which a person has chosen. */
export const schedulerName = 'Publicação agendada'
