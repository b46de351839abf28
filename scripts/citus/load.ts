/** Sends calls at a fixed rate, whether or not earlier ones have been answered, as independent tills do. */

import type { Answer, TestCompany } from '#api/testing/worlds/world.ts'

type Call = {
  company: TestCompany
  body: { external_id: string }
  send: () => Promise<Answer>
}

export type Sent = Call & {
  sent_ms: number
  answered_ms: number
  status: number
  retry_after: string | undefined
}

const tick_ms = 20

export function startLoad(rate: number, callOf: (n: number) => Call) {
  const began_ms = performance.now()
  const calls: Promise<Sent>[] = []
  const sent: Sent[] = []
  const timer = setInterval(() => {
    // After a pause of the event loop the missed calls are left out, because they would arrive in one burst.
    for (let n = 0; n < (rate * tick_ms) / 1_000; n += 1) calls.push(answered(callOf(calls.length)))
  }, tick_ms)
  let duration_ms = 0

  async function answered(call: Call): Promise<Sent> {
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
    report: () => {
      const perSecond = Math.round(calls.length / (duration_ms / 1_000))
      const companies = [...Map.groupBy(sent, ({ company }) => company.hostname)]
      return [
        `${calls.length} sales in ${Math.round(duration_ms / 1_000)} s, ${perSecond} a second`,
        ...companies.map(([hostname, own]) => `${hostname}: ${lineOf(own)}`),
      ].join('\n')
    },
  }
}

function lineOf(own: Sent[]): string {
  const unavailable = own.filter(({ status }) => status === 503).length
  const slowest_ms = Math.max(...own.map((one) => one.answered_ms - one.sent_ms))
  return `${own.length} sales, ${unavailable} times 503, longest stretch of 503 ${Math.round(longestStretch_ms(own))} ms, slowest answer ${Math.round(slowest_ms)} ms`
}

/** From the first 503 of a stretch to the next answer that is none. */
function longestStretch_ms(own: Sent[]): number {
  let longest_ms = 0
  let began_ms: number | null = null
  for (const { status, answered_ms } of own) {
    if (began_ms !== null) longest_ms = Math.max(longest_ms, answered_ms - began_ms)
    if (status !== 503) began_ms = null
    else began_ms ??= answered_ms
  }
  return longest_ms
}
