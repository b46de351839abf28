/**
 * Judges whether a history is linearizable: whether some sequential order explains it. Such an order keeps the real time: an
 * operation that returned before another was invoked comes first. Each answer is that of the sequential specification.
 *
 * The search is that of Wing and Gong, in Lowe's form "just in time": it goes through the calls and returns by time, and
 * carries every configuration that is possible so far. A configuration is a state, with the operations in flight that have taken
 * effect in it. At a return, each configuration applies operations in flight until the returning one has taken effect. If none
 * can, no order explains the answer. Equal configurations are merged, so the work is bounded by distinct ones, not by orders.
 * Between two instants without an operation in flight a configuration is a state alone. So the search never looks back over
 * such a cut.
 *
 * Two things keep the configurations few. An operation that leaves the state as it is takes effect at the first state that
 * explains its answer. That loses no order, because such an operation can be moved there within any order that explains the
 * rest. A configuration ends once it has an operation in flight whose answer no later state gives.
 *
 * J. M. Wing, C. Gong: Testing and Verifying Concurrent Objects (1993). G. Lowe: Testing for Linearizability (2017).
 */

export type Timed = { n: number; invoked_at: number; returned_at: number | null }

export type Specification<State extends object, Operation> = {
  initial: State
  /**
   * The state after the operation. The same object: it changes nothing. 'not now': in this state the operation gets another answer
   * than the one in the history; 'never': so it does in every later state. An operation without an answer gets any answer.
   */
  step: (state: State, operation: Operation) => State | 'not now' | 'never'
  /** Compares states that the same operations have led to: equal for states that no later operation can tell apart. */
  keyOf: (state: State) => string
}

/**
 * `refuted`: no order explains the answer of `operation`; `states` are those in which it was tried. `undecided`: the search
 * reached its limit at `operation`.
 */
export type Judgement<State, Operation> =
  | { verdict: 'explained'; states: State[]; steps: number }
  | { verdict: 'refuted'; operation: Operation; states: State[]; steps: number }
  | { verdict: 'undecided'; operation: Operation; steps: number }

type Configuration<State> = { state: State; done: ReadonlySet<number> }

/** Steps of the specification for one history. One return needs fewer than 100 as a rule. */
export const maxSteps = 2_000_000

export function linearize<State extends object, Operation extends Timed>(
  history: Operation[],
  specification: Specification<State, Operation>,
  limit: number = maxSteps,
): Judgement<State, Operation> {
  const search = new Search(specification, limit)
  for (const { operation, isReturn } of eventsOf(history)) {
    if (!isReturn) {
      search.invoke(operation)
      continue
    }
    const tried = search.states()
    const verdict = search.return(operation)
    const { steps } = search
    if (verdict === 'undecided') return { verdict, operation, steps }
    if (verdict === 'refuted') return { verdict, operation, states: tried, steps }
  }
  return { verdict: 'explained', states: search.states(), steps: search.steps }
}

/** Calls and returns by time. Of two at the same instant the call comes first: then neither has returned before the other. */
function eventsOf<Operation extends Timed>(history: Operation[]) {
  const events = history.flatMap((operation) => [
    { operation, isReturn: false, at: operation.invoked_at },
    ...(operation.returned_at === null
      ? []
      : [{ operation, isReturn: true, at: operation.returned_at }]),
  ])
  return events.toSorted((a, b) => a.at - b.at || Number(a.isReturn) - Number(b.isReturn))
}

class Search<State extends object, Operation extends Timed> {
  steps = 0
  readonly #specification: Specification<State, Operation>
  readonly #limit: number
  readonly #inFlight = new Map<number, Operation>()
  #configurations: Configuration<State>[]

  constructor(specification: Specification<State, Operation>, limit: number) {
    this.#specification = specification
    this.#limit = limit
    this.#configurations = [{ state: specification.initial, done: new Set() }]
  }

  states(): State[] {
    return this.#configurations.map(({ state }) => state)
  }

  invoke(operation: Operation): void {
    this.#inFlight.set(operation.n, operation)
  }

  /** Keeps the configurations in which the operation has taken effect. */
  return({ n }: Operation): 'explained' | 'refuted' | 'undecided' {
    const open = [...this.#configurations]
    const seen = new Distinct<State>(this.#specification.keyOf)
    const explained = new Distinct<State>(this.#specification.keyOf)
    for (let next = open.pop(); next; next = open.pop()) {
      if (this.steps > this.#limit) return 'undecided'
      const expanded = this.#expand(next)
      if (!expanded) continue
      const { configuration, following } = expanded
      if (configuration.done.has(n)) {
        const done = new Set(configuration.done)
        done.delete(n)
        explained.add({ state: configuration.state, done })
        continue
      }
      for (const one of following) if (seen.add(one)) open.push(one)
    }
    this.#inFlight.delete(n)
    this.#configurations = explained.all()
    return this.#configurations.length > 0 ? 'explained' : 'refuted'
  }

  /**
   * Lets operations that change nothing take effect, and lists what each of the others would lead to. Undefined: an operation
   * cannot get its answer any more.
   */
  #expand({ state, done }: Configuration<State>) {
    const effectless = new Set(done)
    const changes: { n: number; state: State }[] = []
    for (const [n, operation] of this.#inFlight) {
      if (done.has(n)) continue
      this.steps += 1
      const after = this.#specification.step(state, operation)
      if (after === 'never') return undefined
      if (after === 'not now') continue
      if (after !== state) changes.push({ n, state: after })
      // A call without an answer that changes nothing here may still take effect later.
      else if (operation.returned_at !== null) effectless.add(n)
    }
    const following = changes.map((one) => ({
      state: one.state,
      done: new Set(effectless).add(one.n),
    }))
    return { configuration: { state, done: effectless }, following }
  }
}

/** Configurations without duplicates. A key is made only once there are two, because most returns have one. */
class Distinct<State> {
  readonly #keyOf: (state: State) => string
  readonly #byKey = new Map<string, Configuration<State>>()
  #first: Configuration<State> | undefined

  constructor(keyOf: (state: State) => string) {
    this.#keyOf = keyOf
  }

  /** Whether the configuration is new. */
  add(one: Configuration<State>): boolean {
    if (!this.#first) {
      this.#first = one
      return true
    }
    if (this.#byKey.size === 0) this.#byKey.set(this.#key(this.#first), this.#first)
    const key = this.#key(one)
    if (this.#byKey.has(key)) return false
    this.#byKey.set(key, one)
    return true
  }

  all(): Configuration<State>[] {
    if (this.#byKey.size > 0) return [...this.#byKey.values()]
    return this.#first ? [this.#first] : []
  }

  #key({ state, done }: Configuration<State>): string {
    return `${[...done].toSorted((a, b) => a - b).join(' ')}|${this.#keyOf(state)}`
  }
}
