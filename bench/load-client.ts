/** A client in a process of its own: what asking costs is not charged to the server that answers. */

import { once } from 'node:events'

import autocannon from 'autocannon'

import * as paths from './paths.ts'

export type LoadGiven = {
  path_name: string
  ground: paths.Asked
  /** Seconds. */
  duration: number
}
/** each_second: of a path of several requests, how often it was gone. */
export type LoadTold = { refused: number; failed: number; each_second: number }

const [given] = (await once(process, 'message')) as [LoadGiven]
const { path_name, ground, duration } = given
const path = Object.values(paths)
  .filter((one) => typeof one === 'object' && 'requests' in one)
  .find(({ name }) => name === path_name)!
const requests = path.requests(ground)
const {
  non2xx,
  errors,
  requests: sent,
} = await autocannon({
  url: ground.address,
  connections: paths.clients,
  duration,
  requests,
})
const told: LoadTold = {
  refused: non2xx,
  failed: errors,
  each_second: sent.average / requests.length,
}
process.send!(told)
process.disconnect()
