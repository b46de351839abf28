/** A node: the product's server half with virtual time. When it is killed, everything in its memory is gone. */

import type { Logger } from 'pino'

import type { Context } from '#api/context/context.ts'
import { startExpiring } from '#api/intention/expire.ts'
import { type IntentionStreams, intentionStreams } from '#api/intention/stream.ts'
import { openMailQueue } from '#api/mail/queue.ts'
import type { Transport } from '#api/mail/transport.ts'
import { startMessages } from '#api/notification/message/queue-messages.ts'
import { oneSecret } from '#api/secret/server-secret.ts'
import { startDeliveries } from '#api/webhook/deliver.ts'
import type { Sender } from '#api/webhook/post.ts'
import { pauseBy } from '#database/sql.ts'
import { createEngine } from '#engine/apply.ts'

import { openModelPool } from '../database/pool.ts'
import type { DatabaseServer } from '../database/server.ts'
import { epoch_ms } from '../database/server.ts'
import type { Facts } from '../disk/facts.ts'
import type { Timeline } from '../time/timeline.ts'
import { ModelBoss } from './boss.ts'
import type { HttpAnswer, HttpRequest } from './http.ts'
import { ioOf } from './io.ts'
import { writeLetter } from './letter.ts'
import { routesOf } from './routes.ts'
import { serve } from './serve.ts'

/** The parts of the server half that a schedule runs. */
export type Parts = { deliveries: boolean; mails: boolean; streams: boolean }

export type World = {
  timeline: Timeline
  server: DatabaseServer
  facts: Facts
  parts: Parts
  sender: Sender
  transport: Transport
  retry_limit: number
}

export type Node = {
  name: string
  serve: (request: HttpRequest) => Promise<HttpAnswer>
  streams: IntentionStreams
  boss: ModelBoss
  context: Context
  isAlive: () => boolean
  kill: () => void
}

const secret = oneSecret(Buffer.alloc(32, 'fiel'))
const silent = () => undefined
const log = { error: silent, warn: silent, info: silent, debug: silent } as unknown as Logger
/** ms between two polls of the outbox. The product's 1 s would be most events of a schedule. */
const look_ms = 5_000

/** `skew_ms`: how far this node's time of day is ahead of the database's. */
export async function startNode(world: World, name: string, skew_ms: number): Promise<Node> {
  const { timeline, server, facts, parts } = world
  let isAlive = true
  const io = ioOf(timeline, name, () => isAlive)
  const { pool, kill } = openModelPool(server, timeline)
  pauseBy(pool, io)
  const engine = createEngine({ database: pool, ...io })
  const clock = () => new Date(epoch_ms + timeline.now_ms + skew_ms)
  const boss = new ModelBoss({
    pool,
    clock: io.clock,
    disk: server.disk,
    retry_limit: world.retry_limit,
    now_ms: () => server.now_ms(),
  })
  const mails = await openMailQueue({
    boss: boss.boss(),
    database: pool,
    clock,
    log,
    secret,
    transport: world.transport,
    mailFrom: null,
    write: writeLetter,
  })
  const { queueMail } = mails
  const context: Context = { database: pool, engine, clock, io, secret, queueMail, push: null, log }
  const streams = intentionStreams(context)
  const find = routesOf(context, streams)
  startExpiring(context)
  if (parts.deliveries) {
    const needs = { database: pool, clock, log, io, sender: world.sender }
    startDeliveries(needs, { allow_private: true, look_ms })
  }
  if (parts.mails) {
    startMessages({ ...context, queuePush: null })
    await mails.startSending(80)
  }
  return {
    name,
    streams,
    boss,
    context,
    serve: (request) => serve({ context, facts, clock: io.clock, find }, request),
    isAlive: () => isAlive,
    kill: () => {
      isAlive = false
      kill()
    },
  }
}
