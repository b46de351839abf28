/** Compares a large database with a small one on the same server: the hot paths, the portal's other reads, and the console's. */

import { foldReports } from '#api/report/fold.ts'
import { row, sql } from '#database/sql.ts'

import { movements, noteMovement, reads, rounds } from './compare.ts'
import {
  type ConsoleRead,
  consoleReads,
  customersPerSecond,
  measuredCompany,
  readsPerSecond,
} from './console-reads.ts'
import type { Ground } from './ground.ts'
import { answeredPerSecond, type Path, takeTurns } from './measure.ts'
import { paths } from './paths.ts'
import { Figures, printSize } from './report.ts'

const closing = { name: 'closing', title: "the figures of a month's closing, a customer" }
const allReads = [...reads, paths.dashboard, paths.history, paths.prizes]

/**
 * Prints how much longer each request takes on the large database. Its first run folds the reports of the company that the console
 * reads, which takes minutes. The two databases take turns. Before the rounds each request is made once for each measured customer: a
 * page that is read for the first time since the start comes from the disk, and one that is changed for the first time is written whole
 * to the WAL. `only` limits the run to one request of bench/paths.ts.
 */
export async function compareSizes(small: Ground, large: Ground, only?: string): Promise<void> {
  const grounds = Object.entries({ small, large })
  const chosen = chosenPaths(only)
  if (chosen.consoleReads.length > 0) {
    for (const [, { database, target }] of grounds) {
      await foldReports(database, new Date(), undefined, { only: measuredCompany(target) })
    }
  }
  await printHugePages(large)
  for (const [, ground] of grounds) await touchMeasured(ground, chosen)
  const figures = new Figures()
  for (let round = 0; round < rounds; round += 1) await measureRound(figures, grounds, chosen)
  if (only === undefined) {
    for (const [name, ground] of grounds) {
      figures.note(`${name} ${closing.name}`, await customersPerSecond(ground))
    }
  }
  const printed = [...chosen.routeReads, ...chosen.movementPaths, ...chosen.consoleReads]
  for (const one of only === undefined ? [...printed, closing] : printed) printSize(figures, one)
}

type Chosen = { routeReads: Path[]; movementPaths: Path[]; consoleReads: ConsoleRead[] }

function chosenPaths(only: string | undefined): Chosen {
  const isChosen = ({ name }: Path) => only === undefined || name === only
  return {
    routeReads: allReads.filter(isChosen),
    movementPaths: movements.map(({ path }) => path).filter(isChosen),
    consoleReads: only === undefined ? consoleReads : [],
  }
}

/** The large server's huge pages are a setting of the machine (docs/operating-guide.md, "PostgreSQL at the size of a chain"). */
async function printHugePages({ database }: Ground): Promise<void> {
  const found = await row<{ status: string }>(
    database,
    sql`select current_setting('huge_pages_status') as status`,
  )
  console.log(`huge pages of PostgreSQL: ${found!.status}`)
}

/** Makes each chosen request once for each measured customer. */
async function touchMeasured(ground: Ground, { routeReads, movementPaths }: Chosen): Promise<void> {
  for (const path of [...routeReads, ...movementPaths]) {
    await takeTurns(ground, path, ground.target.customers.length)
  }
  await ground.drain()
}

/** Measures each request once on each ground. */
async function measureRound(
  figures: Figures,
  grounds: [name: string, Ground][],
  chosen: Chosen,
): Promise<void> {
  for (const path of chosen.routeReads) {
    for (const [name, { target }] of grounds) {
      figures.note(`${name} ${path.name}`, (await answeredPerSecond(target, path)).eachSecond)
    }
  }
  for (const path of chosen.movementPaths) {
    for (const [name, ground] of grounds) await noteMovement(figures, name, ground, path)
  }
  for (const one of chosen.consoleReads) {
    for (const [name, ground] of grounds) {
      figures.note(`${name} ${one.name}`, await readsPerSecond(ground, one))
    }
  }
}
