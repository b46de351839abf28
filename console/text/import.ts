/** The sentences about the import of members and balances. */

import type { ImportState } from '#contract/console/import.ts'
import { counted, formatInteger, formatMoney } from '#contract/value/money.ts'

const lines = (n: number) => counted(n, 'linha', 'linhas')

export const importText = {
  intro:
    'Traga clientes e saldos de outro programa em um arquivo CSV. Primeiro o Fiel confere o arquivo; nada muda antes de você aplicar.',
  file: 'Arquivo',
  fileText:
    'Uma linha para cada saldo. Colunas: document, name, email, phone, birthdate, opt_in_marketing, points, value, expires_at e external_id. Só document é obrigatória; saldos pedem external_id.',
  choose: 'Escolher arquivo CSV',
  example: 'Baixar arquivo de exemplo',
  exampleName: 'exemplo-de-importacao.csv',
  checking: (ratio: number) => `Conferindo: ${Math.floor(ratio * 100)}%`,
  checkingLabel: 'Conferência do arquivo',
  earlier: 'Importações',
  none: 'Nenhum arquivo foi importado ainda.',
  show: 'Ver',
  showing: 'Acima',
  states: {
    RECEIVING: 'Em envio',
    REFUSED: 'Arquivo recusado',
    CHECKED: 'Conferido',
    APPLYING: 'Em andamento',
    APPLIED: 'Aplicado',
    DISCARDED: 'Abandonado',
  } satisfies Record<ImportState, string>,
  lines: 'Linhas',
  refused: 'Recusadas',
  newCustomers: 'Clientes novos',
  existingCustomers: 'Clientes que já existem',
  existingText: 'Recebem os pontos; seus dados pessoais ficam como estão.',
  known: 'Já importadas antes',
  balances: 'Saldos a creditar',
  amount: (points: number, value: number) =>
    `· ${counted(points, 'ponto', 'pontos')}, ${formatMoney(value)}`,
  applied: 'Creditados',
  incomplete:
    'O arquivo ainda não chegou inteiro. Se o envio parou, escolha o arquivo outra vez; nada foi mudado.',
  nothing: 'Este arquivo não traz nada de novo: nada muda.',
  noneApplicable: 'Nenhuma linha pode ser aplicada.',
  noneApplied: 'Nenhuma linha foi aplicada.',
  refusedTitle: 'Linhas recusadas',
  refusedText: (n: number) =>
    n === 1
      ? 'Esta linha fica de fora. Corrija-a no arquivo e importe-o outra vez: o que já entrou não entra de novo.'
      : 'Estas linhas ficam de fora. Corrija-as no arquivo e importe-o outra vez: o que já entrou não entra de novo.',
  line: (line: number, field: string | null) =>
    field === null ? `Linha ${formatInteger(line)}` : `Linha ${formatInteger(line)}, ${field}`,
  more: (n: number) => `E mais ${lines(n)}. O arquivo tem todas.`,
  download: 'Baixar linhas recusadas',
  downloaded: 'O arquivo está nos seus downloads.',
  apply: 'Aplicar',
  applyTitle: (n: number) =>
    n === 0 ? 'Cadastrar os clientes?' : `Creditar ${counted(n, 'saldo', 'saldos')}?`,
  applyText: (points: number, value: number) =>
    `Entram ${counted(points, 'ponto', 'pontos')}, que valem ${formatMoney(value)}. Pontos importados não contam para os níveis.`,
  applyFinal: 'Uma importação não é desfeita por inteiro: cada saldo se corrige por um ajuste.',
  applying: (done: number, all: number) => `${formatInteger(done)} de ${lines(all)}`,
  applyingLabel: 'Linhas aplicadas',
  continue: 'Continuar agora',
  continueText:
    'Se esta página for fechada, o Fiel continua sozinho em até dois minutos. Nenhum saldo entra duas vezes.',
  isApplied: 'A importação terminou.',
  discard: 'Desistir',
  discardTitle: 'Desistir desta importação?',
  discardText: 'Nada foi mudado. As linhas deste arquivo são apagadas do Fiel em até um dia.',
  isDiscarded: 'A importação foi abandonada.',
}
