/** The sentences of the audit entries about imports. They count lines and points, and name no person. */

import { counted } from '#contract/value/money.ts'

const lines = (n: number) => counted(n, 'linha', 'linhas')
const points = (n: number) => counted(n, 'ponto', 'pontos')

export const importSentence = {
  checked: (actor: string, file: string, count: number, refused: number) =>
    `${actor} conferiu o arquivo ${file}: ${lines(count)}, ${counted(refused, 'recusada', 'recusadas')}`,
  refused: (actor: string, file: string, failure: string) =>
    `${actor} conferiu o arquivo ${file}: ${failure}`,
  started: (actor: string, file: string, amount: number, count: number) =>
    `${actor} mandou aplicar o arquivo ${file}: ${points(amount)} em ${lines(count)}`,
  applied: (actor: string, file: string, amount: number, count: number) =>
    `${actor} terminou a importação do arquivo ${file}: ${points(amount)} em ${lines(count)}`,
  discarded: (actor: string, file: string) => `${actor} desistiu de importar o arquivo ${file}`,
}
