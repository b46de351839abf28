/** The import of members and balances from a CSV file (D17): its columns, its limits, its states, and why a line is refused. */

import * as z from 'zod/mini'

import { maxLine, text } from '#contract/value/text.ts'
import { Uuid } from '#contract/value/uuid.ts'

/** Lines of a file, without the header. A million takes about 20 minutes on two cores; a larger file can be cut into parts. */
export const maxImportLines = 1_000_000
/** Bytes of a file: 250 for each line. */
export const maxImportBytes = 250_000_000
/** Bytes of one part of a file. The console and the command send a file part by part, so that no request holds all of it. */
export const importPartBytes = 256 * 1024
/** Bytes of the request that sends a part, which Base64 makes a third longer. */
export const maxImportPartBody = 400_000
/** Points and centavos of one line: R$ 1 million at 1 point a centavo, as of one purchase. */
export const maxImportAmount = 100_000_000
/** Characters of an external_id. With the ledger's 'import:' before it, it is as long as a till's number may be. */
export const maxImportExternalId = 180
/** Refused lines that the console shows; the file holds all of them. */
export const maxRefusedShown = 100
/** Imports that the console lists. */
export const maxImportsShown = 20
/** Days after which the lines of an import are deleted. Those that were not applied hold personal data. */
export const importLineDays = 30
/** Days after its last step for which a checked import can be applied: the check grows old, and its lines hold personal data. */
export const importOpenDays = 7

/** Column → the other names that a header may give it, without case, accents and punctuation. */
export const importColumns = {
  document: ['documento', 'cpf', 'cnpj', 'cpf cnpj', 'cpf ou cnpj'],
  name: ['nome', 'nome completo', 'cliente'],
  email: ['e mail', 'mail'],
  phone: ['telefone', 'celular', 'fone'],
  birthdate: ['nascimento', 'data de nascimento', 'aniversario'],
  opt_in_marketing: ['aceita novidades', 'aceita marketing', 'marketing'],
  points: ['pontos', 'saldo', 'saldo de pontos'],
  value: ['valor', 'valor em reais', 'cashback'],
  expires_at: ['validade', 'vencimento', 'expira em', 'valido ate'],
  external_id: ['id externo', 'codigo externo', 'external id', 'id'],
} as const
export type ImportColumn = keyof typeof importColumns
export const importColumnNames = Object.keys(importColumns) as [ImportColumn, ...ImportColumn[]]

/** The words of opt_in_marketing, in lower case. */
export const importAnswers: ReadonlyMap<string, boolean> = new Map([
  ...['sim', 's', 'true', 'verdadeiro', '1', 'yes'].map((word) => [word, true] as const),
  ...['não', 'nao', 'n', 'false', 'falso', '0', 'no'].map((word) => [word, false] as const),
])

/**
 * `RECEIVING`: parts are missing. `REFUSED`: the file as a whole cannot be read. `CHECKED`: the dry run is over, nothing has changed.
 * `APPLYING`: some lines may be applied. `APPLIED`: every line is applied or refused. `DISCARDED`: it was given up.
 */
const importStates = [
  'RECEIVING',
  'REFUSED',
  'CHECKED',
  'APPLYING',
  'APPLIED',
  'DISCARDED',
] as const
export type ImportState = (typeof importStates)[number]

/** Why a file is refused as a whole → its sentence. `{line}` and `{column}` are filled in. */
export const importFailures = {
  empty: 'O arquivo está vazio. Escolha um CSV com um cabeçalho e uma linha para cada saldo.',
  no_lines: 'O arquivo só tem o cabeçalho. Acrescente uma linha para cada cliente ou saldo.',
  no_header:
    'A primeira linha precisa ter os nomes das colunas, como document e points, separados por ponto e vírgula.',
  spreadsheet: 'Isto é uma planilha, não um CSV. No Excel, use “Salvar como” e escolha CSV UTF-8.',
  utf16: 'O arquivo está em UTF-16. Salve-o como CSV UTF-8 e envie outra vez.',
  mixed_encoding:
    'O arquivo mistura duas codificações perto da linha {line}. Salve-o de novo como CSV UTF-8.',
  unknown_column:
    'Não conhecemos a coluna “{column}”. Apague-a ou dê a ela um dos nomes do arquivo de exemplo.',
  repeated_column: 'A coluna “{column}” aparece duas vezes. Deixe só uma.',
  no_document: 'Falta a coluna document (CPF ou CNPJ). Sem ela não sabemos de quem é cada linha.',
  no_external_id:
    'Falta a coluna external_id. Ela dá um número a cada saldo, para que ele nunca entre duas vezes.',
  open_quote:
    'A linha {line} é longa demais ou tem uma aspa que não fecha. Corrija-a e envie o arquivo outra vez.',
  too_many_lines: 'O arquivo tem mais de 1.000.000 de linhas. Divida-o em partes.',
  too_large: 'O arquivo tem mais de 250 MB. Divida-o em partes.',
} as const
export type ImportFailure = keyof typeof importFailures

/** The sentence of a file that is refused as a whole. */
export function failureSentence(
  failure: ImportFailure,
  { line, column }: { line: number | null; column: string | null },
): string {
  return (
    importFailures[failure]
      .replace('{line}', String(line ?? 1))
      // A function, because `$&` in a column's name is a pattern of the replacement.
      .replace('{column}', () => column ?? '')
  )
}

/** Why a line is refused → its sentence. `{line}` is an earlier line of the file. No sentence repeats a value of the line. */
const importRefusals = {
  field_count: 'A linha não tem o mesmo número de campos que o cabeçalho.',
  document_missing: 'Falta o CPF ou CNPJ.',
  document_invalid: 'O CPF ou CNPJ não é válido. Confira os dígitos e os zeros à esquerda.',
  name_invalid: 'O nome tem caracteres que não podem ser usados ou mais de 191 letras.',
  email_invalid: 'O email não é válido.',
  phone_invalid: 'O celular precisa de DDD e 9 dígitos, como (11) 98765-4321.',
  birthdate_invalid: 'Use uma data de nascimento que exista, como 31/12/1990 ou 1990-12-31.',
  opt_in_invalid: 'Use sim ou não.',
  points_invalid: 'Use um número inteiro de pontos, como 1250 ou 1.250.',
  points_negative: 'Um saldo importado não pode ser negativo. Para tirar pontos, use um ajuste.',
  value_invalid: 'Use um valor em reais, como 1234,56 ou 1.234,56.',
  value_negative: 'Um valor importado não pode ser negativo.',
  points_too_large: 'Os pontos passam do limite de uma linha, que é 100.000.000.',
  value_too_large: 'O valor passa do limite de uma linha, que é R$ 1.000.000,00.',
  points_missing: 'A linha tem um valor e nenhum ponto.',
  expires_at_invalid: 'Use uma validade que exista, como 31/12/2027 ou 2027-12-31.',
  expires_at_past: 'A validade já passou. Um saldo vencido não pode ser importado.',
  external_id_missing: 'Falta o external_id do saldo. Ele impede que o saldo entre duas vezes.',
  external_id_invalid:
    'O external_id tem mais de 180 caracteres ou caracteres que não podem ser usados.',
  external_id_repeated: 'O external_id já está na linha {line} deste arquivo.',
  external_id_used: 'Este external_id já foi importado com outros pontos, valor ou validade.',
  person_differs: 'O CPF ou CNPJ já está na linha {line} com outros dados pessoais.',
  person_repeated: 'A linha repete o cliente da linha {line} e não traz saldo.',
  email_repeated: 'O email já está na linha {line}, de outro CPF ou CNPJ.',
  phone_repeated: 'O celular já está na linha {line}, de outro CPF ou CNPJ.',
  email_used: 'O email já é de outro cliente.',
  phone_used: 'O celular já é de outro cliente.',
  contact_used: 'O email ou o celular passou a ser de outro cliente depois da conferência.',
  erased: 'A pessoa pediu para apagar os seus dados depois da conferência.',
} as const
export type ImportRefusal = keyof typeof importRefusals

/** The sentence of a refused line. */
export function refusalSentence(refusal: ImportRefusal, other_line: number | null): string {
  return importRefusals[refusal].replace('{line}', String(other_line ?? ''))
}

const refusedLine = z.object({
  /** As a spreadsheet counts: the header is line 1. */
  line: z.int(),
  /** The column of the mistake; null: the line as a whole. */
  field: z.nullable(z.enum(importColumnNames)),
  sentence: z.string(),
})
export type RefusedLine = z.infer<typeof refusedLine>

/** Counts of lines, unless the name says otherwise. */
export const ImportView = z.object({
  id: Uuid,
  /** The name of the file. */
  name: z.string(),
  state: z.enum(importStates),
  /** The sentence of a refused file. */
  failure: z.nullable(z.string()),
  /** The part that the server expects next, from 0. */
  next_part: z.int(),
  lines: z.int(),
  refused: z.int(),
  /** Accepted lines of the check, and those of them that are over: applied, known or refused. */
  accepted: z.int(),
  ended: z.int(),
  /** Customers whom the programme does not have yet. */
  new_customers: z.int(),
  /** Customers whom it has: they get the points and keep their own data. */
  existing_customers: z.int(),
  /** Lines whose external_id was imported before; they change nothing. */
  known: z.int(),
  /** Lines that bring points, and their points and centavos. */
  balances: z.int(),
  points_amount: z.int(),
  points_value: z.int(),
  /** The lines, points and centavos that are applied so far. */
  applied: z.int(),
  applied_amount: z.int(),
  applied_value: z.int(),
  created_at: z.iso.datetime(),
  checked_at: z.nullable(z.iso.datetime()),
  ended_at: z.nullable(z.iso.datetime()),
})
export type ImportView = z.infer<typeof ImportView>

export const ImportDetail = z.extend(ImportView, { refused_lines: z.array(refusedLine) })
export type ImportDetail = z.infer<typeof ImportDetail>

/** POST /admin/import. `size`: the file's bytes, which decides how many parts follow. */
export const ImportStart = z.strictObject({
  name: text(1, maxLine),
  size: z.int().check(z.minimum(0)),
})
export type ImportStart = z.output<typeof ImportStart>

/** POST /admin/import/{id}/part: the bytes of the file from `part * importPartBytes`, in Base64. */
export const ImportPart = z.strictObject({
  part: z.int().check(z.minimum(0)),
  is_last: z.boolean(),
  content: z
    .string()
    .check(
      z.maxLength(Math.ceil(importPartBytes / 3) * 4),
      z.regex(/^[A-Za-z0-9+/]*={0,2}$/, { error: 'Envie a parte em Base64' }),
    ),
})
export type ImportPart = z.output<typeof ImportPart>

export const ImportFile = z.custom<ReadableStream<Uint8Array> | Blob>()

/** The words of the file of refused lines. */
export const refusedFileWords = {
  columns: ['linha', 'campo', 'motivo'],
  name: 'linhas-recusadas.csv',
}
