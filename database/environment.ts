/** The environment variables of the product, read once at the start. environment/variables.ts has their schema. */

import { readFileSync } from 'node:fs'

import type { z } from 'zod'

import { variables } from './environment/variables.ts'

export type Environment = z.infer<typeof variables>

export const variableNames = Object.keys(variables.shape)

/** Secrets that a file can hold: `NAME_FILE` is its path. Container platforms mount secrets as files (D20). */
const secretNames = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_LISTEN_URL',
  'SMTP_URL',
  'FIEL_SECRET',
  'VAPID_PRIVATE_KEY',
] as const satisfies (keyof Environment)[]

export const secretFileNames: readonly string[] = secretNames.map((name) => `${name}_FILE`)

/** An empty variable counts as missing. Throws one line for each mistake: each names its variable and what it expects. */
export function parseEnvironment(values: NodeJS.ProcessEnv): Environment {
  const { environment, mistakes } = readEnvironment(values)
  if (mistakes.length > 0) throw new Error(mistakes.join('\n'))
  return environment
}

/**
 * The environment of this process, and one line for each wrong value, which `environment` leaves out. A server reports them together with
 * what is missing (api/main.ts). Every other program ends before it has started anything (scripts/fiel.ts).
 */
export const { environment, mistakes: environmentMistakes } = readEnvironment(process.env)

function readEnvironment(values: NodeJS.ProcessEnv): {
  environment: Environment
  mistakes: string[]
} {
  const set = Object.entries(values).filter(([, value]) => value !== '')
  const { mistakes, read } = withSecretFiles(Object.fromEntries(set))
  const { data, error } = variables.safeParse(read)
  if (data) return { environment: data, mistakes }
  const wrong = new Set(error.issues.map(({ path }) => String(path[0])))
  const right = Object.fromEntries(Object.entries(read).filter(([name]) => !wrong.has(name)))
  const environment = variables.parse(right)
  // With a wrong address the process is no demo, which would write into its data folder.
  if (wrong.has('DATABASE_URL')) environment.DATABASE_URL = read['DATABASE_URL']
  return { environment, mistakes: [...mistakes, ...error.issues.map(({ message }) => message)] }
}

/** The variables with the texts of the files, and what is wrong with the files. */
function withSecretFiles(values: NodeJS.ProcessEnv): {
  mistakes: string[]
  read: NodeJS.ProcessEnv
} {
  const mistakes: string[] = []
  const read = { ...values }
  for (const name of secretNames) {
    const path = values[`${name}_FILE`]
    if (path === undefined) continue
    if (values[name] !== undefined) {
      mistakes.push(`${name} and ${name}_FILE are set: keep one.`)
      continue
    }
    try {
      read[name] = contentOf(`${name}_FILE`, path)
    } catch (error) {
      mistakes.push((error as Error).message)
    }
  }
  return { mistakes, read }
}

/** Throws for a missing or empty file: without the secret, a node would silently behave differently from the others. */
function contentOf(name: string, path: string): string {
  let content: string
  try {
    content = readFileSync(path, 'utf8').trim()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(`${name} is ${path}: the file cannot be read (${code}).`, { cause: error })
  }
  if (content === '') throw new Error(`${name} is ${path}: the file is empty.`)
  return content
}
