/** Compares requests per second with a yardstick in the same interleaved run. */

import Fastify from 'fastify'

import { crowd, type Ground } from './ground.ts'
import {
  answeredPerSecond,
  besideLogins,
  movementsPerSecond,
  type Path,
  readTime,
} from './measure.ts'
import { paths } from './paths.ts'
import { Figures, printLogins, printMovement, printRead } from './report.ts'
import { openYardstick, yardstickCommand } from './yardstick.ts'

export const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5)
export const reads: Path[] = [paths.balance, paths.poll]
/** The measured movements. `goal` is the least share of the rate of `of`; without `of`, of pgbench's simple-update. 1 is equal. */
export const movements: { path: Path; goal: number; of?: Path }[] = [
  { path: paths.earn, goal: 1 },
  { path: paths.keyedEarn, goal: 0.8, of: paths.earn },
  { path: paths.use, goal: 0.5 },
  { path: paths.voucher, goal: 0.75 },
  { path: paths.keyedVoucher, goal: 0.8, of: paths.voucher },
]

type Choice = {
  /** Limits the run to one path and its yardsticks. */
  only: string | undefined
  /** Name of a ground → the name of the ground that it is compared with. */
  pairs: Map<string, string>
}

/** `grounds` maps a printed name to a ground. */
export async function compareWithYardsticks(
  serverUrl: string,
  grounds: Record<string, Ground>,
  { only, pairs }: Choice,
): Promise<void> {
  const chosenReads = reads.filter(({ name }) => only === undefined || name === only)
  const selection = movements.filter(({ path }) => only === undefined || path.name === only)
  const toPrepare = [...new Set(selection.flatMap(({ path, of }) => (of ? [of, path] : [path])))]
  const first = Object.values(grounds)[0]!
  const emptyRoute = await openEmptyRoute()
  const simpleUpdate = await openYardstick(serverUrl)
  const figures = new Figures()
  for (let round = 0; round < rounds; round += 1) {
    if (chosenReads.length > 0) {
      const target = { ...first.target, address: emptyRoute.address }
      figures.note('empty', (await answeredPerSecond(target, paths.empty)).eachSecond)
    }
    if (toPrepare.length > 0 && simpleUpdate) figures.note('simple-update', simpleUpdate())
    for (const [name, ground] of Object.entries(grounds)) {
      for (const path of chosenReads) {
        const { eachSecond } = await answeredPerSecond(ground.target, path)
        figures.note(`${name} ${path.name}`, eachSecond)
      }
      for (const path of toPrepare) await noteMovement(figures, name, ground, path)
    }
    if (only === undefined) {
      figures.note('read_ms', await readTime(first))
      figures.note('beside_logins_ms', await besideLogins(first, () => readTime(first)))
    }
  }
  await emptyRoute.close()

  printYardsticks(figures)
  for (const name of Object.keys(grounds)) {
    console.log(`\n${name}`)
    const beside = pairs.get(name)
    for (const path of chosenReads) printRead(figures, name, { path, beside })
    for (const one of selection) printMovement(figures, name, { ...one, beside })
  }
  if (only === undefined) printLogins(figures, crowd)
}

export async function noteMovement(
  figures: Figures,
  name: string,
  ground: Ground,
  path: Path,
): Promise<void> {
  const { answered, drained } = await movementsPerSecond(ground, path)
  figures.note(`${name} ${path.name}`, answered)
  figures.note(`${name} ${path.name} drained`, drained)
}

/** The anchor of reads: a route of Fastify that does nothing. */
export async function openEmptyRoute() {
  const app = Fastify()
  app.get('/', async () => ({ amount_balance: 0, value_balance: 0 }))
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  return { address, close: () => app.close() }
}

function printYardsticks(figures: Figures): void {
  const [empty, simpleUpdate] = [figures.median('empty'), figures.median('simple-update')]
  if (empty !== undefined) console.log(`${paths.empty.title}: ${Math.round(empty)} /s`)
  if (simpleUpdate === undefined) {
    console.log('pgbench is not on this machine: there is no yardstick for movements')
  } else {
    console.log(`simple-update: ${Math.round(simpleUpdate)} /s (${yardstickCommand})`)
  }
}
