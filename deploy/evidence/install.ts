/** Chapters of the operating guide's first half: the database, an installation, nginx, a company, a till's day. */

import { join } from 'node:path'

import { openSite } from './calls.ts'
import { confirm, type Mails, register, tillDay } from './day.ts'
import type { Drill, Servers } from './drill.ts'
import { guide } from './guide.ts'

/** The version that the recorded commit gets in the drill: each release needs a version of its own. */
export const newRelease = '0.3.0'
export const asNewRelease: [string, string][] = [['0.2.0', newRelease]]
/** The URL with the role that owns the tables, with which the drill itself reads the ledger. */
export const ownerUrl = 'postgresql://fiel_owner:drill@127.0.0.1/fiel'
const certificate = '/etc/ssl/fiel/cafe.localhost.crt'

export async function installDatabase({ record, database }: Servers): Promise<void> {
  record.chapter('A database')
  const version = 'runuser -u postgres -- psql -qtAc "select version()"'
  await record.step(version, () => database.run(version))
  const statements = `runuser -u postgres -- psql <<'END'\n${guide('create role fiel_owner')}END`
  await record.step(statements, () => database.run(statements))
}

export async function installNodes({ record, app }: Servers): Promise<void> {
  record.chapter('Install: two nodes by systemd')
  const blocks = [
    guide('install -d -m 700 /etc/fiel'),
    guide('unset DATABASE_URL'),
    guide('export FIEL_SECRET_FILE=/etc/fiel/fiel_secret\nnode scripts/fiel.cjs company apply'),
    guide('cp deploy/fiel@.service'),
  ]
  for (const block of blocks) await record.step(block, () => app.run(block))
  const status =
    'systemctl show --property=ActiveState,SubState,DynamicUser,NoNewPrivileges fiel@3000 fiel@3001'
  const shown = await record.step(status, () => app.run(status))
  record.verify(
    shown.match(/ActiveState=active/g)?.length === 2,
    'Two nodes run as units of systemd.',
    shown,
  )
}

/** Starts nginx. Resolves to the function that calls the site through it. */
export async function installNginx({ record, app, appRoot }: Servers) {
  record.chapter('Two nodes behind nginx with TLS')
  // prepare.ts has installed the package, while there was a network.
  const [, copy] = guide('apt-get install nginx-light').trim().split('\n')
  const made = `install -d -m 700 /etc/ssl/fiel
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=cafe.localhost -addext subjectAltName=DNS:cafe.localhost \\
  -keyout /etc/ssl/fiel/cafe.localhost.key -out ${certificate} 2> /dev/null`
  await record.step(made, () => app.run(made))
  const configured = `${copy}
sed -i 's/clube.example.com/cafe.localhost/' /etc/nginx/conf.d/fiel.conf
${guide('nginx -t')}`
  await record.step(configured, () => app.run(configured))
  const page = `curl --silent --show-error --retry 10 --retry-all-errors --cacert ${certificate} https://cafe.localhost/entrar | grep -o '<title>.*</title>'`
  await record.step(page, () => app.run(page))
  return openSite(join(appRoot, certificate))
}

export async function openTill(
  { record, app }: Servers,
  program = 'scripts/fiel.cjs',
): Promise<string> {
  const command = `node ${program} partner key cafe Caixa`
  const printed = await record.step(command, () => app.run(command))
  return /^fiel_\S+/m.exec(printed)![0]
}

export async function sellForADay(drill: Drill, mails: Mails): Promise<void> {
  const { record, site, key } = drill
  record.chapter("A till's day")
  const customer = await register(site, '52998224725')
  await confirm(site, customer, mails)
  await record.step('# a customer registers, confirms the email, and shops', () =>
    tillDay(site, key, customer),
  )
  await audit(drill)
}

/** `fiel audit`, which must find every customer right. */
export async function audit({ record, app }: Servers, command = 'node scripts/fiel.cjs audit') {
  const printed = await record.step(command, () => app.run(command))
  const { customers, differences } = JSON.parse(
    printed.split('\n').findLast((line) => line.startsWith('{'))!,
  ) as {
    customers: number
    differences: number
  }
  record.verify(
    customers > 0 && differences === 0,
    `fiel audit: ${customers} customers, ${differences} differences.`,
  )
}
