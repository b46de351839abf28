/** Upgrades the nodes one after the other from the oldest supported commit of 0.2.0, while tills sell. */

import { setTimeout as sleep } from 'node:timers/promises'

import type { Ask } from './calls.ts'
import { verifyEach } from './change.ts'
import { register } from './day.ts'
import type { Servers } from './drill.ts'
import { guide } from './guide.ts'
import { audit, newRelease, openTill } from './install.ts'
import { startPhone, startTills } from './till.ts'

/** The CHANGELOG supports upgrades from this commit on. Its version is 0.2.0. */
export const oldCommit = '07ef6c0'
export const oldFolder = '/srv/fiel-0.2.0'
const selling_ms = 5000

/** Adapts the systemd unit to the old release, which lacks `fiel.cjs` and secrets in files. */
const dropIn = `mkdir -p /etc/systemd/system/fiel@.service.d
cat > /etc/systemd/system/fiel@.service.d/old.conf <<END
[Service]
ExecStart=
ExecStart=/usr/local/bin/node scripts/fiel.ts serve
Environment=DATABASE_URL=$(cat /etc/fiel/database_url) FIEL_SECRET=$(cat /etc/fiel/fiel_secret) SMTP_URL=$(cat /etc/fiel/smtp_url)
END
systemctl daemon-reload`

export async function upgrade(servers: Servers, site: Ask): Promise<void> {
  const { record, app } = servers
  record.chapter(`Upgrade from 0.2.0 (${oldCommit}) to the recorded commit, while tills sell`)
  await startOld(servers)
  const key = await openTill(servers, 'scripts/fiel.ts')
  const customer = await register(site, '11144477735')
  const tills = startTills(site, key, 'upgrade')
  const phone = startPhone(site, customer.headers)
  await sleep(selling_ms)

  await app.run('unset DATABASE_URL FIEL_SECRET')
  const migrate = guide(`cd /srv/fiel-${newRelease}\nexport`)
  await record.step(migrate, () => app.run(migrate))
  record.verify(true, 'The old nodes serve on, with the new schema, for 5 s.')
  await sleep(selling_ms)
  const link = `rm -r /etc/systemd/system/fiel@.service.d\nsystemctl daemon-reload\nln -sfn /srv/fiel-${newRelease} /srv/fiel`
  await record.step(link, () => app.run(link))
  const [, ...restart] = guide(`ln -sfn /srv/fiel-${newRelease} /srv/fiel`).trim().split('\n')
  for (const command of restart) await record.step(command, () => app.run(command))
  await sleep(selling_ms)
  await tills.stop()
  await phone.stop()
  await verifyEach(servers, tills, phone)
  const defects = `journalctl --unit='fiel@*' --output=cat --since=-2min | grep '"request_id"' | grep -o '"code":"[^"]*","routine":"[^"]*"' | sort | uniq -c || true`
  await record.step(defects, () => app.run(defects))
  await audit(servers, `cd /srv/fiel-${newRelease}\nnode scripts/fiel.cjs audit`)
}

/** The old release with an empty database, on the ports that nginx knows. */
async function startOld({ record, app, database, ready }: Servers): Promise<void> {
  await app.run('systemctl stop fiel@3000 fiel@3001')
  const anew = `runuser -u postgres -- psql -c 'drop database fiel' -c 'create database fiel owner fiel_owner'`
  await record.step(anew, () => database.run(anew))
  // The old release knows no secrets in files.
  const migrate = `cd ${oldFolder}
unset DATABASE_URL_FILE FIEL_SECRET_FILE
export DATABASE_URL=$(cat /etc/fiel/database_url) FIEL_SECRET=$(cat /etc/fiel/fiel_secret)
DATABASE_OWNER_URL=$(cat /etc/fiel/database_owner_url) node scripts/fiel.ts migrate
node scripts/fiel.ts company apply companies/cafe | tail -1`
  await record.step(migrate, () => app.run(migrate))
  await record.step(dropIn, () => app.run(dropIn))
  const serve = `ln -sfn ${oldFolder} /srv/fiel\nsystemctl start fiel@3000 fiel@3001`
  await record.step(serve, () => app.run(serve))
  await ready()
}
