/** Kills nodes and replaces the secret while tills sell. */

import { setTimeout as sleep } from 'node:timers/promises'

import type { Customer } from './day.ts'
import type { Drill, Servers } from './drill.ts'
import { guide } from './guide.ts'
import { audit, ownerUrl } from './install.ts'
import { failures, ledger, type Load, startPhone, startTills, summary } from './till.ts'

export async function killNodes(drill: Drill): Promise<void> {
  const { record, app, site, key } = drill
  record.chapter('A node killed while tills sell')
  const tills = startTills(site, key, 'kill')
  await sleep(2000)
  for (const unit of ['fiel@3000', 'fiel@3001', 'fiel@3000']) {
    const kill = `systemctl kill --signal=KILL ${unit}`
    await record.step(kill, () => app.run(kill))
    await sleep(1000)
    const began = performance.now()
    await drill.ready()
    const seconds = Math.round((performance.now() - began) / 1000 + 1)
    record.verify(true, `systemd has started ${unit} again, and it is ready after ${seconds} s.`)
  }
  await tills.stop()
  await verifyEach(drill, tills)
  await audit(drill)
}

export async function replaceSecret(drill: Drill, customer: Customer): Promise<void> {
  const { record, app, site, key } = drill
  record.chapter('The secret replaced while tills sell')
  const loads = [startTills(site, key, 'secret'), startPhone(site, customer.headers)]
  await sleep(1000)
  const file = '/etc/fiel/fiel_secret'
  const steps = [
    // Step 1 of the guide: every node can open what the new one seals.
    `cp ${file} /etc/fiel/old_secret\nopenssl rand -base64 32 > /etc/fiel/new_secret\ncat /etc/fiel/old_secret /etc/fiel/new_secret > ${file}`,
    `cat /etc/fiel/new_secret /etc/fiel/old_secret > ${file}`,
  ]
  for (const write of steps) {
    await record.step(write, () => app.run(write))
    await restartNodes(drill)
  }
  const reseal = guide('npm run fiel -- reseal').replace('npm run fiel --', 'node scripts/fiel.cjs')
  const printed = await record.step(reseal, () => app.run(reseal))
  record.verify(
    printed.includes('Nothing that is stored needs the other secrets'),
    'Everything is sealed with the new secret.',
    printed,
  )
  const last = `cp /etc/fiel/new_secret ${file}\nrm /etc/fiel/old_secret /etc/fiel/new_secret`
  await record.step(last, () => app.run(last))
  await restartNodes(drill)
  for (const load of loads) await load.stop()
  await verifyEach(drill, loads[0]!, loads[1])
  await audit(drill)
}

/** Restarts one node after the other, as a guide asks: the next when the one before is ready. */
async function restartNodes({ record, app, ready }: Servers): Promise<void> {
  for (const unit of ['fiel@3000', 'fiel@3001']) {
    const restart = `systemctl restart ${unit}`
    await record.step(restart, async () => {
      const printed = await app.run(restart)
      await ready()
      return printed
    })
  }
}

/** Every acknowledged sale and return is in the ledger exactly once. */
export async function verifyEach({ record }: Servers, tills: Load, phone?: Load): Promise<void> {
  const stored = await ledger(ownerUrl)
  const wrong = tills.done.filter(({ external_id }) => stored.get(external_id) !== 1)
  record.verify(
    tills.done.length > 50 && wrong.length === 0,
    `${tills.done.length} sales and returns were acknowledged. Each is in the ledger exactly once.`,
    wrong.slice(0, 3),
  )
  record.verify(true, `The tills: ${summary(tills.answers)}. A till repeats such a call itself.`)
  if (phone) record.verify(true, `A customer's phone: ${summary(phone.answers)}.`)
  const failed = failures(tills.answers) + (phone ? failures(phone.answers) : 0)
  record.verify(true, `${failed} calls were a 5xx or had no answer.`)
}
