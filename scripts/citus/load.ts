/** Sends calls at a fixed rate, whether or not earlier ones have been answered, as independent tills do. */

/** The parts of an answer that a till reads. Status 0: no answer came. */
type Answer = { status: number; headers: Record<string, unknown> }

type Call<Company> = {
  company: Company
  body: { external_id: string }
  send: () => Promise<Answer>
}

export type Sent<Company> = Call<Company> & {
  sent_ms: number
  answered_ms: number
  status: number
  retry_after: unknown
}

const tick_ms = 20

/** Starts to send `rate` calls a second, until `stop`. */
export function startLoad<Company extends { hostname: string }>(
  rate: number,
  callOf: (n: number) => Call<Company>,
) {
  const began_ms = performance.now()
  const calls: Promise<Sent<Company>>[] = []
  const sent: Sent<Company>[] = []
  const timer = setInterval(() => {
    // Calls that were missed during a pause of the event loop are not made up for, because they would arrive in one burst.
    for (let n = 0; n < (rate * tick_ms) / 1_000; n += 1) calls.push(answered(callOf(calls.length)))
  }, tick_ms)
  let duration_ms = 0

  async function answered(call: Call<Company>): Promise<Sent<Company>> {
    const sent_ms = performance.now()
    const { status, headers } = await call.send()
    const answered_ms = performance.now()
    const one = { ...call, sent_ms, answered_ms, status, retry_after: headers['retry-after'] }
    sent.push(one)
    return one
  }

  return {
    stop: () => {
      clearInterval(timer)
      duration_ms = performance.now() - began_ms
    },
    /** All calls in the order of their answers. */
    ended: async () => {
      await Promise.all(calls)
      return sent
    },
    /** The result in lines: one for all calls, then one for each company. */
    report: () => {
      const perSecond = Math.round(calls.length / (duration_ms / 1_000))
      const companies = [...Map.groupBy(sent, ({ company }) => company.hostname)]
      return [
        `${calls.length} sales in ${Math.round(duration_ms / 1_000)} s, ${perSecond} a second`,
        ...companies.map(([hostname, own]) => `${hostname}: ${lineOf(own)}`),
      ]
    },
  }
}

function lineOf(own: Sent<unknown>[]): string {
  const statuses = [...Map.groupBy(own, ({ status }) => status)].toSorted(([a], [b]) => a - b)
  const counts = statuses.map(([status, some]) => `${some.length} times ${status || 'no answer'}`)
  const slowest_ms = Math.max(...own.map((one) => one.answered_ms - one.sent_ms))
  const longest_ms = Math.round(longestStretch_ms(own))
  return `${counts.join(', ')}; longest stretch of 503 ${longest_ms} ms; slowest answer ${Math.round(slowest_ms)} ms`
}

/** The longest time from a first 503 to the next answer with another status. */
export function longestStretch_ms(own: Sent<unknown>[]): number {
  let longest_ms = 0
  let began_ms: number | null = null
  for (const { status, answered_ms } of own) {
    if (began_ms !== null) longest_ms = Math.max(longest_ms, answered_ms - began_ms)
    if (status !== 503) began_ms = null
    else began_ms ??= answered_ms
  }
  return longest_ms
}
