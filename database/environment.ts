/** The environment variables of the product, read once at the start. docs/operating-guide.md has the same list. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { z } from 'zod'

import { Email } from '#contract/contact.ts'
import { dsnOrigin } from '#contract/error-report.ts'

const minSecretCharacters = 32

type Expected = (value: string) => boolean
/** `sentence` says what is wrong and what to write. Secrets and URLs with a password are not repeated in it. */
const text = (isExpected: Expected, sentence: (value: string) => string) =>
  z.string().refine(isExpected, { error: ({ input }) => sentence(String(input)) })

const databaseUrl = (name: string) =>
  text(
    (value) => /^postgres(ql)?:$/.test(URL.parse(value)?.protocol ?? ''),
    () => `${name} is no postgresql:// address: write postgresql://user:password@host/database.`,
  ).optional()

const dsn = (name: string) =>
  text(
    isDsn,
    () => `${name} is no DSN: write it as Sentry shows it, https://key@host/project.`,
  ).optional()

const schema = z.object({
  PORT: text(
    (value) => isInteger(value, 0, 65_535),
    (value) => `PORT is ${value}: use a number from 0 to 65535.`,
  )
    .transform(Number)
    .optional(),
  /** The default is all addresses of this machine, IPv6 and IPv4. */
  HOST: z.string().default('::'),
  NODE_ENV: z.string().optional(),
  DATABASE_URL: databaseUrl('DATABASE_URL'),
  DATABASE_OWNER_URL: databaseUrl('DATABASE_OWNER_URL'),
  DATA_FOLDER: z.string().default(join(import.meta.dirname, '../.data')),
  DEMO_COMPANIES: z.string().default(join(import.meta.dirname, '../companies')),
  MAIL_FROM: text(
    (value) => Email.safeParse(value).success,
    (value) => `MAIL_FROM is ${value}: use an address, as in nao-responda@example.com.`,
  ).optional(),
  SMTP_URL: text(
    (value) => /^smtps?:\/\/[^/]/.test(value),
    () => 'SMTP_URL is no smtp:// or smtps:// address: write smtps://user:password@host.',
  ).optional(),
  /** The first secret seals, all open. */
  FIEL_SECRET: text(
    (value) => secretMistake(secretsOf(value)) === undefined,
    (value) => secretMistake(secretsOf(value))!,
  )
    .transform(secretsOf)
    .optional(),
  VAPID_PRIVATE_KEY: text(
    (value) => /^[\w-]{43}$/.test(value),
    () => 'VAPID_PRIVATE_KEY is no key: make one with npx web-push generate-vapid-keys.',
  ).optional(),
  FIREBASE_API_KEY: z.string().optional(),
  FIREBASE_AUTH_DOMAIN: z.string().optional(),
  FIREBASE_PROJECT_ID: z.string().optional(),
  FIREBASE_AUTH_EMULATOR_HOST: z.string().optional(),
  MAX_CONNECTIONS_PER_ADDRESS: text(
    (value) => isInteger(value, 1, Number.MAX_SAFE_INTEGER),
    (value) => `MAX_CONNECTIONS_PER_ADDRESS is ${value}: use a whole number from 1.`,
  )
    .transform(Number)
    .optional(),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((list) => list.split(/[\s,]+/).filter(Boolean)),
  SENTRY_DSN: dsn('SENTRY_DSN'),
  SENTRY_PORTAL_DSN: dsn('SENTRY_PORTAL_DSN'),
  API_DOCS: z
    .enum(['on', 'off'], { error: ({ input }) => `API_DOCS is ${String(input)}: use on or off.` })
    .default('on'),
  LOG_LEVEL: z
    .enum(['debug', 'info'], {
      error: ({ input }) => `LOG_LEVEL is ${String(input)}: use debug or info.`,
    })
    .default('info'),
  OTEL_EXPORTER_OTLP_ENDPOINT: text(
    (value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ''),
    () => 'OTEL_EXPORTER_OTLP_ENDPOINT is no URL: write http://collector:4318.',
  ).optional(),
  OTEL_TRACES_SAMPLER_ARG: text(
    (value) => /^(0(\.\d+)?|1(\.0+)?)$/.test(value),
    (value) => `OTEL_TRACES_SAMPLER_ARG is ${value}: use a share from 0 to 1, as in 0.05.`,
  )
    .transform(Number)
    .optional(),
  DRAIN_SECONDS: text(
    (value) => isInteger(value, 0, 300),
    (value) => `DRAIN_SECONDS is ${value}: use a whole number from 0 to 300.`,
  )
    .transform(Number)
    .optional(),
  METRICS_PORT: text(
    (value) => isInteger(value, 0, 65_535),
    (value) => `METRICS_PORT is ${value}: use a number from 0 to 65535.`,
  )
    .transform(Number)
    .optional(),
  /** The figures are for the operator: only this machine reads them unless a private address is named. */
  METRICS_HOST: z.string().default('127.0.0.1'),
  METRICS_FILE: z.string().optional(),
})

export type Environment = z.infer<typeof schema>

export const variableNames = Object.keys(schema.shape)

/** Secrets that a file can hold: `NAME_FILE` is its path. Container platforms mount secrets as files (D20). */
const secretNames = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'SMTP_URL',
  'FIEL_SECRET',
  'VAPID_PRIVATE_KEY',
] as const satisfies (keyof Environment)[]

export const secretFileNames: readonly string[] = secretNames.map((name) => `${name}_FILE`)

/** An empty variable counts as missing. Throws one sentence for the first wrong value. */
export function parseEnvironment(variables: NodeJS.ProcessEnv): Environment {
  const set = Object.entries(variables).filter(([, value]) => value !== '')
  const { data, error } = schema.safeParse(withSecretFiles(Object.fromEntries(set)))
  if (error) throw new Error(error.issues[0]!.message)
  return data
}

/** The environment of this process. A wrong value ends the process here, before anything has started. */
export const environment = parsedOrExit()

function parsedOrExit(): Environment {
  try {
    return parseEnvironment(process.env)
  } catch (error) {
    console.error((error as Error).message)
    return process.exit(1)
  }
}

function withSecretFiles(variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const fromFiles = secretNames.flatMap((name) => {
    const path = variables[`${name}_FILE`]
    if (path === undefined) return []
    if (variables[name] !== undefined)
      throw new Error(`${name} and ${name}_FILE are set: keep one.`)
    return [[name, contentOf(`${name}_FILE`, path)]]
  })
  return { ...variables, ...Object.fromEntries(fromFiles) }
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

/** A list is separated by commas or line breaks. */
function secretsOf(value: string): string[] {
  return value
    .split(/[,\n]/)
    .map((secret) => secret.trim())
    .filter(Boolean)
}

/** What is wrong with a list of secrets; undefined when nothing is. Names a secret by its place. */
function secretMistake(secrets: string[]): string | undefined {
  const advice = `use ${minSecretCharacters} random characters or more, and separate secrets by commas.`
  const short = secrets.findIndex((secret) => secret.length < minSecretCharacters)
  if (secrets.length === 0) return `FIEL_SECRET is empty: ${advice}`
  if (short >= 0 && secrets.length === 1) {
    return `FIEL_SECRET is short: use ${minSecretCharacters} random characters or more.`
  }
  if (short >= 0) return `FIEL_SECRET is a list whose secret ${short + 1} is short: ${advice}`
  const repeated = secrets.findIndex((secret, at) => secrets.indexOf(secret) < at)
  if (repeated < 0) return undefined
  return `FIEL_SECRET has the same secret in the places ${secrets.indexOf(secrets[repeated]!) + 1} and ${repeated + 1}: remove one.`
}

function isInteger(value: string, min: number, max: number): boolean {
  return /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max
}

function isDsn(value: string): boolean {
  try {
    return Boolean(dsnOrigin(value))
  } catch {
    return false
  }
}
