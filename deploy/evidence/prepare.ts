/** Makes the two servers of the drill while there is a network: Debian, its packages, and the code of both releases. */

import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { inRoot } from '../rehearsal/chroot.ts'
import { nodeBase, plainBase, postgresqlSuite, repository } from '../rehearsal/debian.ts'
import { guide } from './guide.ts'
import { asNewRelease, newRelease } from './install.ts'
import { asTerminal, terminalVariables } from './machine.ts'
import type { DrillRecord } from './record.ts'
import { oldCommit, oldFolder } from './upgrade.ts'

const systemd = 'systemd systemd-sysv dbus'

export async function prepare(record: DrillRecord, folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  record.chapter('Two clean Debian servers')
  await makeDatabase(record, folder)
  await makeApp(record, folder)
  await addOldRelease(record, folder)
}

async function makeDatabase(record: DrillRecord, folder: string): Promise<void> {
  const root = copyOf(plainBase(postgresqlSuite), join(folder, 'database'))
  // A mirror's copy of a release in testing may be older than a week, and counts as expired then.
  const install = `apt-get -qq -o Acquire::Check-Valid-Until=false update
apt-get -qq install --yes --no-install-recommends ${systemd} postgresql-18 > /dev/null
. /etc/os-release && echo "$PRETTY_NAME" && dpkg-query --show postgresql-18`
  await record.step(install, () => type(root, install))
}

async function makeApp(record: DrillRecord, folder: string): Promise<void> {
  const root = copyOf(nodeBase(), join(folder, 'app'))
  const install = `apt-get -qq update
apt-get -qq install --yes --no-install-recommends ${systemd} curl git openssl > /dev/null
${guide('apt-get install nginx-light').split('\n')[0]} -qq --yes --no-install-recommends > /dev/null
. /etc/os-release && echo "$PRETTY_NAME" && node --version && npm --version`
  await record.step(install, () => type(root, install))
  appendFileSync(join(root, 'etc/hosts'), '127.0.0.1 localhost db.example.com cafe.localhost\n')
  execFileSync('git', ['clone', '--quiet', '--bare', repository, join(folder, 'fiel.git')])
  const [clone, enter, ...rest] = guide(
    'git clone https://git.example.com/fiel.git /srv/fiel-0.2.0',
    asNewRelease,
  )
    .trim()
    .split('\n')
  const numbered = [clone, enter, `npm version --no-git-tag-version ${newRelease}`, ...rest].join(
    '\n',
  )
  await record.step(numbered, () => type(root, numbered, folder))
}

async function addOldRelease(record: DrillRecord, folder: string): Promise<void> {
  const root = join(folder, 'app')
  const install = `git clone --quiet /mnt/fiel.git ${oldFolder}
cd ${oldFolder}
git checkout --quiet ${oldCommit}
npm ci --ignore-scripts
node scripts/build.ts
git log -1 --format='%h %ad %s' && node --print 'require("./package.json").version'
cd /srv/fiel`
  await record.step(install, () => type(root, install, folder))
}

function copyOf(base: string, root: string): string {
  execFileSync('cp', ['--archive', base, root])
  return root
}

/** Runs the script in the root, as in a terminal. */
function type(root: string, script: string, mounted?: string): string {
  const variables = { ...terminalVariables, DEBIAN_FRONTEND: 'noninteractive' }
  const inside = { root, workFolder: '/', user: 'root', variables }
  const mounts = mounted === undefined ? {} : { '/mnt': mounted }
  return inRoot({ ...inside, mounts }, ['/bin/bash', '-c', asTerminal(script)], { isQuiet: true })
}
