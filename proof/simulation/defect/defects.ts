/** Deliberate defects of the Node half, and of the model database. The simulation must find each within its number of seeds. */

export type Planted = {
  /** The wrong behaviour in one sentence, as a reviewer would describe it. */
  name: string
  file: string
  /** Text that occurs in the file exactly once. `wrong` replaces it. */
  line: string
  wrong: string
  /** Schedules that find the defect for certain, from seed 0. */
  seeds: number
  /** A part of the sentence that reports it. */
  found: string
}

export const planted: Planted[] = [
  {
    name: 'a batch answers its members in another order',
    file: 'database/batch.ts',
    line: 'const answer = answers[at]!',
    wrong: 'const answer = answers[batch.length - 1 - at]!',
    seeds: 400,
    found: '[I6]',
  },
  {
    name: 'two transactions change one account, and the later one overwrites the earlier one',
    file: 'proof/simulation/engine/apply.ts',
    line: 'if (!tx.lock(`customer ${customer_id}`)) {',
    wrong: 'if (customer_id === "") {',
    seeds: 400,
    found: '[I1 I3]',
  },
  {
    name: 'the outcome of a key is stored before the commit',
    file: 'proof/simulation/engine/apply.ts',
    line: 'tx.set(tx.disk.keys, one.owner!, {',
    wrong: 'tx.disk.keys.set(one.owner!, {',
    seeds: 400,
    found: '[I6]',
  },
  {
    name: 'a commit that fails is taken for one that succeeds',
    file: 'database/sql.ts',
    line: "await connection.query('commit')",
    wrong: "await connection.query('commit').catch(() => undefined)",
    seeds: 400,
    found: '[I6]',
  },
  {
    name: 'a repeated attempt of the portal has a new key',
    file: 'portal/client/attempt.ts',
    line: 'return storedAttempt<Command>(name, store) ?? { key: makeKey(), command }',
    wrong: 'return { key: makeKey(), command }',
    seeds: 400,
    found: '[I7]',
  },
  {
    name: 'the hub drops a subscriber after an error and leaves the connection open',
    file: 'api/intention/stream-of-changes.ts',
    line: 'if (changed === null) this.end()',
    wrong: 'if (changed === null) this.#hasEnded = true',
    seeds: 400,
    found: '[stream]',
  },
  {
    name: 'the client follows no other stream after one has failed',
    file: 'portal/intention/keep-following.ts',
    line: 'await follow(listeners, stopped, io).catch(() => undefined)',
    wrong: 'await follow(listeners, stopped, io)',
    seeds: 400,
    found: '[stream]',
  },
  {
    name: 'a delivery is marked before the receiver has answered',
    file: 'api/webhook/deliver.ts',
    line: 'const { status, failure } = await sender.post(delivery.url, headers, body)',
    wrong:
      'void sender.post(delivery.url, headers, body); const { status, failure } = { status: 200, failure: null } as Outcome',
    seeds: 400,
    found: '[outbox]',
  },
  {
    name: 'a mail that is sent again has another Message-ID',
    file: 'api/mail/queue.ts',
    line: 'const sending = { id: jobKey(job),',
    wrong: 'const sending = { id: `${jobKey(job)}${retryCount || ""}`,',
    seeds: 400,
    found: '[mail]',
  },
  {
    name: 'the job of a notice is queued outside the transaction that takes the notice',
    file: 'api/notification/message/queue-messages.ts',
    line: "else await queueMail(connection, { kind: 'notice', ...message }, wait_s)",
    wrong: "else await queueMail(database, { kind: 'notice', ...message }, wait_s)",
    seeds: 1_500,
    found: '[mail]',
  },
  {
    name: 'the queue of the counter sends a sale under a new number',
    file: 'console/counter/queue.ts',
    line: 'await send(sale)\n      queue.remove(external_id)',
    wrong:
      'await send({ ...sale, external_id: `${external_id}-2` })\n      queue.remove(external_id)',
    seeds: 400,
    found: 'no client has sent it [I5]',
  },
  {
    name: 'the queue of the counter forgets a sale before the server has answered',
    file: 'console/counter/queue.ts',
    line: 'await send(sale)\n      queue.remove(external_id)',
    wrong: 'queue.remove(external_id)\n      await send(sale)',
    seeds: 1_500,
    found: '[I7]',
  },
  {
    name: 'the counter gives up a sale whose outcome is unknown after a 5xx',
    file: 'console/counter/queue.ts',
    line: '!isForLater(error)) throw error\n    queue.add(',
    wrong: 'error.status !== null) throw error\n    queue.add(',
    seeds: 400,
    found: '[I7]',
  },
  {
    name: 'a call that fails leaves its key in progress',
    file: 'engine/idempotency/duplicate.ts',
    line: '      inFlight.delete(id)\n      ended.resolve(isStored)',
    wrong: '      if (isStored) { inFlight.delete(id); ended.resolve(isStored) }',
    seeds: 400,
    found: '[I7]',
  },
  {
    name: 'a timer of the machine is used in a stream',
    file: 'api/intention/stream-of-changes.ts',
    line: 'this.#cancelBeat = rhythm.timers.after(rhythm.beat_ms, this.#beat)',
    wrong:
      'const timer = setTimeout(this.#beat, rhythm.beat_ms); this.#cancelBeat = () => clearTimeout(timer)',
    seeds: 100,
    found: 'setTimeout',
  },
]
