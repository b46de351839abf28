import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

import { afterAll, describe, expect, test } from 'vitest'

import { parseEnvironment, secretFileNames, variableNames } from './environment.ts'
import { documentation } from './environment/variables.ts'

const root = join(import.meta.dirname, '..')

test.each([
  [{ PORT: 'web' }, 'PORT is web: use a whole number from 0 to 65535.'],
  [{ PORT: '65536' }, 'PORT is 65536: use a whole number from 0 to 65535.'],
  [{ PORT: '8e3' }, 'PORT is 8e3: use a whole number from 0 to 65535.'],
  [
    { DATABASE_URL: 'mysql://user:secret@host/fiel' },
    'DATABASE_URL is no postgresql:// address: write postgresql://user:password@host/database.',
  ],
  [
    { DATABASE_OWNER_URL: 'db.example.com' },
    'DATABASE_OWNER_URL is no postgresql:// address: write postgresql://user:password@host/database.',
  ],
  [
    { SENTRY_DSN: 'https://sentry.example/1' },
    'SENTRY_DSN is no DSN: write it as Sentry shows it, https://key@host/project.',
  ],
  [
    { SENTRY_PORTAL_DSN: 'key' },
    'SENTRY_PORTAL_DSN is no DSN: write it as Sentry shows it, https://key@host/project.',
  ],
  [
    { VAPID_PRIVATE_KEY: 'segredo' },
    'VAPID_PRIVATE_KEY is no key: make one with npx web-push generate-vapid-keys.',
  ],
  [{ FIEL_SECRET: 'curto' }, 'FIEL_SECRET is short: use 32 random characters or more.'],
  [
    { FIEL_SECRET: `${'a'.repeat(32)},curto` },
    'FIEL_SECRET is a list whose secret 2 is short: use 32 random characters or more, and separate secrets by commas.',
  ],
  [
    { FIEL_SECRET: `${'a'.repeat(32)},${'b'.repeat(32)},${'a'.repeat(32)}` },
    'FIEL_SECRET has the same secret in the places 1 and 3: remove one.',
  ],
  [
    { FIEL_SECRET: ' , ' },
    'FIEL_SECRET is empty: use 32 random characters or more, and separate secrets by commas.',
  ],
  [{ DATABASE_CONNECTIONS: '4' }, 'DATABASE_CONNECTIONS is 4: use a whole number from 5 to 1000.'],
  [{ API_DOCS: 'no' }, 'API_DOCS is no: use on or off.'],
  [{ DRAIN_SECONDS: '-1' }, 'DRAIN_SECONDS is -1: use a whole number from 0 to 300.'],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
    'OTEL_EXPORTER_OTLP_ENDPOINT is no URL: write http://collector:4318.',
  ],
  [
    { OTEL_TRACES_SAMPLER_ARG: '5 %' },
    'OTEL_TRACES_SAMPLER_ARG is 5 %: use a share from 0 to 1, as in 0.05.',
  ],
  [{ METRICS_PORT: 'on' }, 'METRICS_PORT is on: use a whole number from 0 to 65535.'],
  [{ LOG_LEVEL: 'verbose' }, 'LOG_LEVEL is verbose: use debug or info.'],
  [
    { MAX_CONNECTIONS_PER_ADDRESS: '0' },
    'MAX_CONNECTIONS_PER_ADDRESS is 0: use a whole number from 1.',
  ],
])(
  'an error names the wrong variable and what it expects, without a password: %j',
  (variables, sentence) => {
    expect(() => parseEnvironment(variables)).toThrow(new Error(sentence))
  },
)

test.each([',', ', ', '\n', '\r\n', ',\n'])(
  'FIEL_SECRET may hold several secrets, separated by %j [D20]',
  (separator) => {
    const secrets = ['a'.repeat(32), 'b'.repeat(32)]
    const { FIEL_SECRET } = parseEnvironment({ FIEL_SECRET: secrets.join(separator) })
    expect(FIEL_SECRET).toEqual(secrets)
  },
)

test('numbers and lists are read; an empty variable counts as missing; unknown ones are ignored', () => {
  const variables = {
    PORT: '3001',
    TRUSTED_PROXIES: '10.0.0.1, 10.0.0.2',
    DATABASE_URL: '',
    LOG_LEVEL: '',
    HOME: '/root',
  }
  expect(parseEnvironment(variables)).toEqual({
    PORT: 3001,
    TRUSTED_PROXIES: ['10.0.0.1', '10.0.0.2'],
    API_DOCS: 'on',
    DATABASE_CONNECTIONS: 20,
    DATABASE_JOB_CONNECTIONS: 4,
    LOG_LEVEL: 'info',
    HOST: '::',
    METRICS_HOST: '127.0.0.1',
    DATA_FOLDER: join(root, '.data'),
    DEMO_COMPANIES: join(root, 'companies'),
  })
})

describe('a secret from a file [D20]', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fiel-secrets-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const fileWith = (name: string, content: string) => {
    const path = join(folder, name)
    writeFileSync(path, content)
    return path
  }
  const key = 'A'.repeat(43)

  test.each(secretFileNames)(
    '%s names the file with the value of its variable; a line break at the end is cut off',
    (name) => {
      const value = /URL/.test(name)
        ? `${name.startsWith('SMTP') ? 'smtps' : 'postgresql'}://host/fiel`
        : key
      const found = parseEnvironment({ [name]: fileWith(name, `${value}\n`) })
      const expected = name === 'FIEL_SECRET_FILE' ? [value] : value
      expect(found).toHaveProperty(name.replace(/_FILE$/, ''), expected)
    },
  )

  test('a secret from a file has one sentence for each mistake: wrong, missing, empty, given twice', () => {
    const missing = join(folder, 'missing')
    const empty = fileWith('empty', '\n')
    for (const [variables, sentence] of [
      [
        { VAPID_PRIVATE_KEY_FILE: fileWith('wrong', 'segredo') },
        'VAPID_PRIVATE_KEY is no key: make one with npx web-push generate-vapid-keys.',
      ],
      [
        { SMTP_URL_FILE: missing },
        `SMTP_URL_FILE is ${missing}: the file cannot be read (ENOENT).`,
      ],
      [{ SMTP_URL_FILE: empty }, `SMTP_URL_FILE is ${empty}: the file is empty.`],
      [
        { FIEL_SECRET: key, FIEL_SECRET_FILE: empty },
        'FIEL_SECRET and FIEL_SECRET_FILE are set: keep one.',
      ],
    ] as const) {
      expect(() => parseEnvironment(variables)).toThrow(new Error(sentence))
    }
  })
})

test('a command exits with status 1 and one sentence about a wrong variable', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/fiel.ts', 'audit'], {
    cwd: root,
    env: { ...process.env, PORT: 'web' },
    encoding: 'utf8',
  })
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: '',
    stderr: 'PORT is web: use a whole number from 0 to 65535.\n',
  })
})

test('an error names all mistakes at once, a line each [D20]', () => {
  const missing = join(tmpdir(), 'fiel-missing')
  const variables = {
    PORT: 'web',
    LOG_LEVEL: 'loud',
    SMTP_URL_FILE: missing,
    VAPID_PRIVATE_KEY: 'x',
  }
  expect(() => parseEnvironment(variables)).toThrow(
    new Error(
      [
        `SMTP_URL_FILE is ${missing}: the file cannot be read (ENOENT).`,
        'PORT is web: use a whole number from 0 to 65535.',
        'VAPID_PRIVATE_KEY is no key: make one with npx web-push generate-vapid-keys.',
        'LOG_LEVEL is loud: use debug or info.',
      ].join('\n'),
    ),
  )
})

/** Written by `npx vitest run database/environment.test.ts -u`. */
describe('the schema of the variables', () => {
  test('the schema of the variables writes the table of variables in the operating guide', async () => {
    const path = join(root, 'docs/operating-guide.md')
    const guide = readFileSync(path, 'utf8')
    const rows = documentation().map(
      ({ name, without, meaning }) => `| \`${name}\` | ${without} | ${meaning} |\n`,
    )
    const table = `| variable | without it | meaning |\n|---|---|---|\n${rows.join('')}`
    const section = /(^## Settings\n[^]*?)^\| variable \|[^]*?\n(?=\n)/m
    expect(guide).toMatch(section)
    const written = guide.replace(section, (_, before: string) => before + table)
    await expect(written).toMatchFileSnapshot(path)
    for (const name of secretFileNames) expect(guide).toContain(`\`${name}\``)
  })

  test('the schema of the variables writes .env.example, whose values it accepts', async () => {
    const entries = documentation().map(({ name, without, meaning, example }) => {
      const text = `${meaning}. Without it: ${without}.`.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
      return `# ${text}\n#${name}=${example}\n`
    })
    const file = `# Every setting of Fiel (docs/operating-guide.md). Remove the # of those that you set.\n\n${entries.join('\n')}`
    await expect(file).toMatchFileSnapshot(join(root, '.env.example'))
    const values = parseEnv(file.replaceAll(/^#(?=[A-Z_]+=)/gm, ''))
    expect(Object.keys(values).toSorted()).toEqual(variableNames.toSorted())
    expect(() => parseEnvironment(values)).not.toThrow()
  })
})
