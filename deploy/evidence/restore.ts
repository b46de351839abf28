/** Makes a backup, deletes the data folder, restores to an instant, and loads a dump elsewhere. */

import { setTimeout as sleep } from 'node:timers/promises'

import type { Drill, Servers } from './drill.ts'
import { guide } from './guide.ts'
import { audit, ownerUrl } from './install.ts'
import { type Done, ledger, startTills, summary } from './till.ts'

const selling_ms = 8000

export async function restoreToAnInstant(drill: Drill): Promise<void> {
  const { record, app, database, site, key } = drill
  record.chapter('Back up, and restore to a point in time')
  const tills = startTills(site, key, 'backup')
  const archive = guide('install -d -o postgres -g postgres -m 700 /var/backups/fiel')
  await record.step(archive, () => database.run(archive))
  const base = guide('base=/var/backups/fiel/base-$(date +%F)')
  await record.step(base, () => database.run(base))
  await sleep(selling_ms)
  const clock = `runuser -u postgres -- psql -qtAc "select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD HH24:MI:SS.US')"`
  const instant = (await record.step(clock, () => database.run(clock))).trim()
  await sleep(selling_ms)
  await tills.stop()
  record.verify(true, `Tills sold before the instant and after it: ${summary(tills.answers)}.`)
  // A disaster loses the segment that is not archived yet, 60 s at most. The drill ends it, to know what must be there.
  const end = 'runuser -u postgres -- psql -qtAc "select pg_switch_wal()"'
  await record.step(end, () => database.run(end))
  await archived(drill)

  const stopNodes = 'systemctl stop fiel@3000 fiel@3001'
  await record.step(stopNodes, () => app.run(stopNodes))
  const moved = guide('systemctl stop postgresql@18-main')
  const destroy = 'rm -rf /var/lib/postgresql/18/damaged'
  await record.step(moved + destroy, () => database.run(moved + destroy))
  const unpack = guide('base=/var/backups/fiel/base-2026-11-23', [
    ['base-2026-11-23', 'base-$(date +%F)'],
    ['2026-11-23 12:00:00+00', `${instant}+00`],
  ])
  await record.step(unpack, () => database.run(unpack))
  await audit(drill, guide('cd /srv/fiel\nexport DATABASE_URL_FILE'))
  await verifyInstant(drill, tills.done, Date.parse(`${instant.replace(' ', 'T')}Z`))
  const startNodes = 'systemctl start fiel@3000 fiel@3001'
  await record.step(startNodes, () => app.run(startNodes))
  await drill.ready()
}

/** Waits until the archive has the segment that was ended last. */
async function archived({ database }: Servers): Promise<void> {
  const question = `select last_archived_wal >= pg_walfile_name(pg_current_wal_lsn() - 1) or
    pg_walfile_name(pg_current_wal_lsn()) > last_archived_wal and not exists (
      select from pg_ls_dir('pg_wal/archive_status') name where name like '%.ready') from pg_stat_archiver`
  await database.run(
    `until runuser -u postgres -- psql -qtAc "${question}" | grep -qx t; do sleep 0.5; done`,
  )
}

async function verifyInstant({ record }: Servers, done: Done[], instant: number): Promise<void> {
  const stored = await ledger(ownerUrl)
  const before = done.filter(({ acknowledged_at }) => acknowledged_at < instant)
  const after = done.filter(({ sent_at }) => sent_at > instant)
  const missing = before.filter(({ external_id }) => stored.get(external_id) !== 1)
  record.verify(
    before.length > 20 && missing.length === 0,
    `${before.length} sales and returns were acknowledged before the instant. Each is there exactly once.`,
    missing.slice(0, 3),
  )
  const left = after.filter(({ external_id }) => stored.has(external_id))
  record.verify(
    after.length > 20 && left.length === 0,
    `${after.length} were made after it. None of them is there.`,
    left.slice(0, 3),
  )
}

export async function dumpAndLoad(servers: Servers): Promise<void> {
  const { record, app, database } = servers
  record.chapter('A dump, loaded as another database')
  const dump = guide('runuser -u postgres -- pg_dump')
  await record.step(dump, () => database.run(dump))
  await audit(servers, guide('cd /srv/fiel\nunset DATABASE_URL_FILE'))
  const back = `unset DATABASE_URL
export DATABASE_URL_FILE=/etc/fiel/database_url`
  await app.run(back)
}
