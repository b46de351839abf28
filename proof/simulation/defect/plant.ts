/**
 * `node proof/simulation/defect/plant.ts NUMBER` runs schedules with one planted defect until one of them is wrong. The defect is put
 * into the text of its file while Node loads it, so no file changes. Prints the seed and what is wrong as JSON.
 */

import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { planted } from './defects.ts'

const root = join(import.meta.dirname, '../../..')
const { file, line, wrong, seeds } = planted[Number(process.argv[2])]!
const target = pathToFileURL(join(root, file)).href

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    if (url !== target) return loaded
    const source = Buffer.from(loaded.source as Uint8Array).toString()
    if (source.split(line).length !== 2) throw new Error(`${file} has not exactly one: ${line}`)
    return { ...loaded, source: source.replace(line, () => wrong) }
  },
})

const { play } = await import('../schedule.ts')
const { guardMachine } = await import('../time/guard.ts')
guardMachine()
let result: object = { seed: null, wrongs: [] }
for (let seed = 0; seed < seeds; seed += 1) {
  const { wrongs } = await play(seed)
  if (wrongs.length === 0) continue
  result = { seed, wrongs }
  break
}
console.log(JSON.stringify(result))
// A schedule may leave timers of the machine behind.
process.exit(0)
