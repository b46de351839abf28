/**
 * `npm run evidence` follows docs/operating-guide.md on two clean Debian servers, with tills that sell meanwhile, and
 * writes docs/evidence.md. It installs Fiel and nginx with TLS, and runs a till's day. It makes a backup and restores it to
 * an instant. It kills nodes, replaces the secret, and upgrades from 0.2.0. Needs Linux, root, and Debian's packages
 * debootstrap and systemd-container. Takes about 10 minutes.
 */

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

import { cacheFolder } from '../rehearsal/debian.ts'
import { drill } from './drill.ts'
import { type Facts, head } from './head.ts'
import { tableOf, writeServerPart } from './page.ts'
import { prepare } from './prepare.ts'
import { DrillRecord } from './record.ts'

const folder = join(cacheFolder, 'evidence')
const recordFile = join(folder, 'record.json')

if (process.getuid?.() !== 0)
  throw new Error('npm run evidence needs root, for containers of systemd.')
if (process.argv[2] === 'drill') {
  await drill(folder)
} else {
  const began = performance.now()
  const facts = head()
  const record = new DrillRecord()
  await prepare(record, folder)
  record.save(recordFile)
  enterNamespaces()
  const done = new DrillRecord()
  done.load(recordFile)
  const minutes = Math.round((performance.now() - began) / 60_000)
  const page = writeServerPart(textOf(facts, minutes, done))
  console.log(`\n${page} is written after ${minutes} minutes.`)
}

/**
 * Runs the drill where ports 80, 443, 3000, 3001 and 5432 are free, without any network, and where all its processes end with
 * it. The containers need control groups of version 2.
 */
function enterNamespaces(): void {
  const script = `
    ip link set lo up
    mount -t cgroup2 cgroup2 /sys/fs/cgroup
    exec "$0" "$@"`
  const own = ['--mount', '--net', '--pid', '--fork', '--kill-child', '--mount-proc']
  const program = [process.execPath, import.meta.filename, 'drill']
  const args = [...own, '--propagation', 'private', 'sh', '-euc', script, ...program]
  const { status } = spawnSync('unshare', args, { stdio: 'inherit' })
  if (status !== 0) throw new Error(`The drill ended with ${status}.`)
}

function textOf(facts: Facts, minutes: number, record: DrillRecord): string {
  return `# Evidence

\`npm run evidence\` wrote the first part of this page. It follows the [operating guide](operating-guide.md) on two Debian servers.

${tableOf(facts, minutes)}
Both servers are made by debootstrap, and booted with systemd in containers on this machine. They share one network without a way out, so
what needs packages is done before the boot. The commands are those of the guide. The recorded commit is numbered 0.3.0 here, because a
release needs a number of its own. \`db.example.com\` and \`cafe.localhost\` are 127.0.0.1,
and each password is \`drill\`. A time in parentheses is that of the commands above it.

## What could not be executed here

- Docker: there is no daemon. \`npm run rehearse\` executes the Dockerfile's steps, and nothing executes \`compose.yaml\`.
- A certificate of a public authority: the site has one that it signed itself. \`npm run rehearse-proxies\` tries Caddy with its own authority.
- PostgreSQL 18 on Debian 13, which has 17. The database's server is Debian's testing release, which has 18.
- Node from its publisher: the servers have the same program from the npm package \`node\`.
- Two machines: both servers have this machine's kernel and disk. A fail-over of PostgreSQL, a power cut, a full disk, a backup on
  another machine's disk.
- A mail server outside: the drill has one of its own, which receives the mails.

${record.text()}`
}
