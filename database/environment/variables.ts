/** The schema of the environment variables, with what the operating guide and .env.example say about each. */

import { join } from 'node:path'

import { z } from 'zod'

import { dsnOrigin } from '#contract/error-report.ts'
import { Email } from '#contract/person/contact.ts'

/** 128 bits even where each character is a hexadecimal digit. */
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

type Range = { min: number; max: number }
const integer = (name: string, { min, max }: Range) =>
  text(
    (value) => /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max,
    (value) =>
      `${name} is ${value}: use a whole number from ${min}${max === Infinity ? '' : ` to ${max}`}.`,
  ).transform(Number)

const ports = { min: 0, max: 65_535 }

type Documentation = {
  /** The behaviour without the variable. */
  without: string
  meaning: string
  /** The value in .env.example; empty: the reader must create the value. */
  example: string
}

function documented<Schema extends z.ZodType>(schema: Schema, text: Documentation): Schema {
  return schema.meta({ ...text })
}

/** In the order of the operating guide. */
export const variables = z.object({
  DATABASE_URL: documented(databaseUrl('DATABASE_URL'), {
    without: "the demo's own database; with `NODE_ENV=production` nothing starts",
    meaning: '`postgresql://` address with the role that the API and the commands work as',
    example: 'postgresql://fiel_runtime:password@db.example.com/fiel',
  }),
  DATABASE_OWNER_URL: documented(databaseUrl('DATABASE_OWNER_URL'), {
    without: '`migrate` refuses',
    meaning: '`postgresql://` address with the role that owns the tables; for `migrate` alone',
    example: 'postgresql://fiel_owner:password@db.example.com/fiel',
  }),
  DATABASE_LISTEN_URL: documented(databaseUrl('DATABASE_LISTEN_URL'), {
    without: '`DATABASE_URL` is not a pooler in transaction mode',
    meaning:
      '`postgresql://` address of the database itself, for LISTEN; see [through a pooler](#through-a-pooler)',
    example: 'postgresql://fiel_runtime:password@db.example.com/fiel',
  }),
  DATABASE_CONNECTIONS: documented(
    integer('DATABASE_CONNECTIONS', { min: 5, max: 1_000 }).default(20),
    {
      without: '20',
      meaning:
        'most connections of a node or a command for calls, 5 to 1000; see [connections](#connections)',
      example: '20',
    },
  ),
  DATABASE_JOB_CONNECTIONS: documented(
    integer('DATABASE_JOB_CONNECTIONS', { min: 1, max: 1_000 }).default(4),
    {
      without: '4',
      meaning: 'most connections of a node for jobs, 1 to 1000',
      example: '4',
    },
  ),
  FIEL_SECRET: documented(
    text(
      (value) => secretMistake(secretsOf(value)) === undefined,
      (value) => secretMistake(secretsOf(value))!,
    )
      .transform(secretsOf)
      .optional(),
    {
      without: 'the demo makes its own; otherwise nothing starts',
      meaning:
        'secrets of 32 characters or more, separated by commas: the first seals, all open; see [the secret](#keep-the-secret)',
      example: '',
    },
  ),
  SMTP_URL: documented(
    text(
      (value) => /^smtps?:\/\/[^/]/.test(value),
      () => 'SMTP_URL is no smtp:// or smtps:// address: write smtps://user:password@host.',
    ).optional(),
    {
      without: 'the demo writes mails into a folder; otherwise nothing starts',
      meaning: '`smtp://` or `smtps://` address of the mail server',
      example: 'smtps://user:password@mail.example.com',
    },
  ),
  MAIL_FROM: documented(
    text(
      (value) => Email.safeParse(value).success,
      (value) => `MAIL_FROM is ${value}: use an address, as in nao-responda@example.com.`,
    ).optional(),
    {
      without: 'each company names its own',
      meaning: 'sender of the companies that name none',
      example: 'nao-responda@example.com',
    },
  ),
  NODE_ENV: documented(z.string().optional(), {
    without: 'the demo may start',
    meaning: '`production`: nothing falls back to the demo',
    example: 'production',
  }),
  PORT: documented(integer('PORT', ports).optional(), {
    without: '3000; 3100 for `company preview`',
    meaning: 'port to listen on, 0 to 65535; 0 takes a free one',
    example: '3000',
  }),
  HOST: documented(z.string().default('::'), {
    without: 'all addresses, IPv6 and IPv4',
    meaning: 'address to listen on',
    example: '127.0.0.1',
  }),
  TRUSTED_PROXIES: documented(
    z
      .string()
      .default('')
      .transform((list) => list.split(/[\s,]+/).filter(Boolean)),
    {
      without: 'none',
      meaning: 'addresses, separated by commas or spaces, whose `X-Forwarded-For` is believed',
      example: '10.0.0.1',
    },
  ),
  MAX_CONNECTIONS_PER_ADDRESS: documented(
    integer('MAX_CONNECTIONS_PER_ADDRESS', { min: 1, max: Infinity }).optional(),
    {
      without: '512',
      meaning: 'open connections from one IPv4 address or one IPv6 /64; more are closed at once',
      example: '512',
    },
  ),
  VAPID_PRIVATE_KEY: documented(
    text(
      (value) => /^[\w-]{43}$/.test(value),
      () => 'VAPID_PRIVATE_KEY is no key: make one with npx web-push generate-vapid-keys.',
    ).optional(),
    {
      without: 'the demo makes its own; otherwise there is no push',
      meaning:
        'the private key that `npx web-push generate-vapid-keys` prints; the public one follows from it',
      example: '',
    },
  ),
  FIREBASE_API_KEY: documented(z.string().optional(), {
    without: 'no default project',
    meaning: 'of the Firebase project of companies that name none; the three belong together',
    example: '',
  }),
  FIREBASE_AUTH_DOMAIN: documented(z.string().optional(), {
    without: 'no default project',
    meaning: 'authorised domain of that Firebase project',
    example: 'example.firebaseapp.com',
  }),
  FIREBASE_PROJECT_ID: documented(z.string().optional(), {
    without: 'no default project',
    meaning: 'id of that Firebase project',
    example: 'example',
  }),
  FIREBASE_AUTH_EMULATOR_HOST: documented(z.string().optional(), {
    without: "Google's own service",
    meaning: 'host and port of the Auth emulator; refused with a `DATABASE_URL`',
    example: '127.0.0.1:9099',
  }),
  SENTRY_DSN: documented(dsn('SENTRY_DSN'), {
    without: 'nothing is reported',
    meaning: 'where the server reports errors',
    example: 'https://key@sentry.example.com/1',
  }),
  SENTRY_PORTAL_DSN: documented(dsn('SENTRY_PORTAL_DSN'), {
    without: 'nothing is reported',
    meaning: 'where the portal reports errors',
    example: 'https://key@sentry.example.com/2',
  }),
  API_DOCS: documented(
    z
      .enum(['on', 'off'], { error: ({ input }) => `API_DOCS is ${String(input)}: use on or off.` })
      .default('on'),
    {
      without: '`on`',
      meaning: '`off` serves neither the pages of `/api/docs` nor `/api/openapi.json`',
      example: 'off',
    },
  ),
  LOG_LEVEL: documented(
    z
      .enum(['debug', 'info'], {
        error: ({ input }) => `LOG_LEVEL is ${String(input)}: use debug or info.`,
      })
      .default('info'),
    {
      without: '`info`',
      meaning: '`debug` or `info`',
      example: 'debug',
    },
  ),
  DRAIN_SECONDS: documented(integer('DRAIN_SECONDS', { min: 0, max: 300 }).optional(), {
    without: '5; 0 in the demo',
    meaning:
      'seconds for which a node that got SIGTERM goes on serving, 0 to 300; see [Watch a node](#watch-a-node)',
    example: '5',
  }),
  METRICS_PORT: documented(integer('METRICS_PORT', ports).optional(), {
    without: 'no figures',
    meaning: 'port of [`/metrics`](#figures-for-prometheus), 0 to 65535; 0 takes a free one',
    example: '9464',
  }),
  METRICS_HOST: documented(z.string().default('127.0.0.1'), {
    without: '127.0.0.1',
    meaning: 'address of that port. It asks for no credential: name a private address only',
    example: '127.0.0.1',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: documented(
    text(
      (value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ''),
      () => 'OTEL_EXPORTER_OTLP_ENDPOINT is no URL: write http://collector:4318.',
    ).optional(),
    {
      without: 'no traces',
      meaning:
        '`http://` or `https://` address of a collector for [traces](#traces), without `/v1/traces`',
      example: 'http://127.0.0.1:4318',
    },
  ),
  OTEL_TRACES_SAMPLER_ARG: documented(
    text(
      (value) => /^(0(\.\d+)?|1(\.0+)?)$/.test(value),
      (value) => `OTEL_TRACES_SAMPLER_ARG is ${value}: use a share from 0 to 1, as in 0.05.`,
    )
      .transform(Number)
      .optional(),
    {
      without: '1',
      meaning: 'share of the requests that are traced, 0 to 1',
      example: '0.05',
    },
  ),
  METRICS_FILE: documented(z.string().optional(), {
    without: 'no file',
    meaning: "file that `audit` writes its counts into, for Prometheus' textfile collector",
    example: '/var/lib/node_exporter/fiel.prom',
  }),
  DATA_FOLDER: documented(z.string().default(join(import.meta.dirname, '../../.data')), {
    without: '`.data/`',
    meaning: "folder of the demo's database, mails and secret",
    example: '.data',
  }),
  DEMO_COMPANIES: documented(z.string().default(join(import.meta.dirname, '../../companies')), {
    without: '`companies/`',
    meaning: 'folder of the companies that the demo applies',
    example: 'companies',
  }),
})

/** The documentation of each variable, in the order of the operating guide. */
export function documentation(): (Documentation & { name: string })[] {
  return Object.entries(variables.shape).map(([name, schema]) => ({
    name,
    ...(schema.meta() as Documentation),
  }))
}

/** A list is separated by commas or line breaks. */
function secretsOf(value: string): string[] {
  return value
    .split(/[,\n]/)
    .map((secret) => secret.trim())
    .filter(Boolean)
}

/** The sentence about a mistake in a list of secrets: it says a secret's position, never its text. Undefined: the list is right. */
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

function isDsn(value: string): boolean {
  try {
    return Boolean(dsnOrigin(value))
  } catch {
    // dsnOrigin throws for a text that is no URL.
    return false
  }
}
