/** Starts the acts of the clients and the faults of the processes, each at its instant. */

import type { Node } from '../node/node.ts'
import type { Running } from './open-stage.ts'

/** Whether all acts have settled, and the defects that they threw. */
export type Acts = { isDone: () => boolean; errors: string[] }

export function startActs({ timeline, plan, clients }: Running): Acts {
  const { chance } = timeline
  const errors: string[] = []
  let open = plan.acts
  const instants = Array.from({ length: plan.bursts }, () => chance.within(0, plan.span_ms))
  for (let n = 0; n < plan.acts; n += 1) {
    const client = chance.one(clients)
    const wait_ms = instants.length > 0 ? chance.one(instants) : chance.within(0, plan.span_ms)
    timeline.after(wait_ms, 'act', () => {
      client
        .act()
        .catch((error: unknown) => void errors.push(String((error as Error).stack)))
        .finally(() => {
          open -= 1
        })
    })
  }
  return { isDone: () => open === 0, errors }
}

export function startFaults(running: Running): void {
  const { timeline, plan, server, network, reached } = running
  const { chance } = timeline
  const { kills, databaseKills, cuts } = plan.faults
  const at = (count: number, cell: string, work: () => void) => {
    for (let n = 0; n < count; n += 1) {
      timeline.after(chance.within(0, plan.span_ms), cell, () => {
        reached.set(cell, (reached.get(cell) ?? 0) + 1)
        work()
      })
    }
  }
  at(kills, 'a node is killed', () => {
    const alive = network.nodes.filter((node) => node.isAlive())
    if (alive.length > 0) kill(running, chance.one(alive))
  })
  at(databaseKills, 'the database is killed', () => server.kill(chance.within(100, 6_000)))
  at(cuts, 'streams and listeners are cut', () => {
    server.cutListeners()
    for (const open of network.streams) {
      if (chance.is(0.5)) open.cut()
      else open.isSilent = true
    }
  })
}

/** Kills a node. A new one takes its place after a while. */
function kill(running: Running, node: Node): void {
  const { timeline, network } = running
  node.kill()
  network.lose(node)
  timeline.after(
    timeline.chance.within(100, 5_000),
    'a node starts',
    () => void replace(running, node),
  )
}

async function replace({ network, startNode }: Running, dead: Node): Promise<void> {
  const at = network.nodes.indexOf(dead)
  if (at >= 0) network.nodes[at] = await startNode()
}
