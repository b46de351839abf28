/** Asks for a company's name and colours, and writes a folder that can be applied at once. */

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'

import { parseDocument, visit } from 'yaml'

import { defaultPrimaryColor } from '#contract/brand/theme.ts'
import { CompanyFile } from '#contract/company-file.ts'
import { sentenceOf } from '#contract/company-file/mistake.ts'
import { questionText } from '#contract/company-file/text.ts'

import { readCompanyFolder } from './company-file.ts'
import { drawFavicon, drawLogo } from './draw-brand.ts'
import { openEmpty, schemaLine } from './export.ts'

const template = join(import.meta.dirname, 'new-company.yaml')

const { shape } = CompanyFile
const Rule = shape.calculation_rules

type Flag = 'name' | 'slug' | 'program' | 'domain' | 'color' | 'mode' | 'rate'
type Answers = Record<Flag, string>
type Flags = { [flag in Flag]?: string | undefined }

type Question = {
  flag: Flag
  text: string
  rule: {
    safeParse: (
      answer: unknown,
      said: { error: typeof sentenceOf },
    ) => { error?: { issues: { message: string }[] } }
  }
  usual: (answers: Answers) => string
}

/** The questions in order. An answer may be the default of a later one. A flag such as `--slug x` skips its question. */
const questions: Question[] = [
  { flag: 'name', text: questionText.name, rule: shape.name, usual: () => '' },
  { flag: 'slug', text: questionText.slug, rule: shape.slug, usual: slugOf },
  {
    flag: 'program',
    text: questionText.program,
    rule: shape.program_name,
    usual: ({ name }) => `Clube ${name}`,
  },
  {
    flag: 'domain',
    text: questionText.domain,
    rule: shape.frontend_domain,
    usual: ({ slug }) => `${slug}.localhost`,
  },
  {
    flag: 'color',
    text: questionText.color,
    rule: shape.primary_color,
    usual: () => defaultPrimaryColor,
  },
  {
    flag: 'mode',
    text: questionText.mode,
    rule: shape.display_mode,
    usual: () => 'POINTS',
  },
  {
    flag: 'rate',
    text: questionText.rate,
    rule: { safeParse: (rate: unknown) => Rule.safeParse([ruleOf('POINTS', Number(rate))]) },
    usual: ({ mode }) => (mode === 'POINTS' ? '1' : '5'),
  },
]

/** Returns the folder: the named one, or companies/SLUG. Throws one sentence for a folder with files or an invalid answer. */
export async function newCompany(namedFolder: string | undefined, flags: Flags): Promise<string> {
  const answers = await ask(flags)
  const folder = namedFolder ?? join('companies', answers.slug)
  await openEmpty(folder)
  await writeFile(join(folder, 'logo.svg'), drawLogo(answers.name, answers.color))
  await writeFile(join(folder, 'favicon.svg'), drawFavicon(answers.name, answers.color))
  await writeFile(join(folder, 'company.yaml'), await filledIn(answers, folder))
  await readCompanyFolder(folder)
  return folder
}

/** Takes answers from flags, otherwise from the terminal or the lines of a pipe. An empty line takes the default. */
async function ask(flags: Flags): Promise<Answers> {
  const answers = {} as Answers
  // An iterator, because `question` loses lines of a pipe that arrive before they are asked for.
  const reader = createInterface({ input: process.stdin })
  const lines = reader[Symbol.asyncIterator]()
  try {
    for (const { flag, text, rule, usual } of questions) {
      for (;;) {
        const fallback = usual(answers)
        const isAsked = flags[flag] === undefined
        if (isAsked) process.stdout.write(`${text}${fallback && ` [${fallback}]`}: `)
        const line = isAsked ? await lines.next() : undefined
        const answer = (isAsked ? line?.value : flags[flag])?.trim() || fallback
        const { error } = rule.safeParse(answer, { error: sentenceOf })
        if (!error) {
          answers[flag] = answer
          break
        }
        const mistake = `${flag}: ${error.issues[0]?.message}`
        // A flag cannot answer again, nor can standard input that has ended.
        if (!isAsked || line?.done) throw new Error(mistake)
        console.log(mistake)
      }
    }
  } finally {
    reader.close()
  }
  if (!process.stdin.isTTY) console.log()
  return answers
}

function ruleOf(mode: string, rate: number) {
  const type = mode === 'POINTS' ? 'POINTS_PER_REAL' : 'PERCENTAGE'
  return { key: 'compra', name: 'Compra', type, rate, expires_in: { months: 12 } }
}

async function filledIn(answers: Answers, folder: string): Promise<string> {
  const { name, slug, program, domain, color, mode, rate } = answers
  const templateText = await readFile(template, 'utf8')
  // Drop the first line, which describes the template.
  const document = parseDocument(templateText.replace(/^#.*\n/, ''))
  visit(document, {
    Scalar: (_, node) => {
      if (typeof node.value !== 'string') return
      node.value = node.value.replace('{name}', () => name).replace('{program}', () => program)
    },
  })
  const fields = {
    name,
    slug,
    program_name: program,
    frontend_domain: domain,
    primary_color: color,
  }
  for (const [field, value] of Object.entries(fields)) document.set(field, value)
  document.set('display_mode', mode)
  document.set('calculation_rules', document.createNode([ruleOf(mode, Number(rate))]))
  return `${schemaLine(folder)}\n${document.toString({ lineWidth: 100 })}`
}

/** 'Farol & Filhos' → 'farol-filhos' */
function slugOf({ name }: Answers): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^[^a-z]+|-+$/g, '')
    .slice(0, 31)
}
