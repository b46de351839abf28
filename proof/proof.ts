/** The shape of a proof: steps of one kind, in chunks that a seed repeats, up to the length of the release. */

/** The outcome of one chunk. */
export type Chunk = {
  /** Steps done, in the proof's unit. */
  steps: number
  /** One sentence for each broken promise, with what reproduces it. */
  wrongs: string[]
  /** How often each cell of the coverage was reached, e.g. `voucher/generate · insufficient_balance · reset after COMMIT`. */
  reached: Record<string, number>
}

/** What a proof has opened: servers, databases, clients. */
export type Stage = {
  /** Runs one chunk of about 10 to 60 s. The same seed gives the same steps. */
  chunk: (seed: number) => Promise<Chunk>
  close: () => Promise<void>
}

export type Proof = {
  /** The word after `npm run proof --`. */
  name: string
  /** What is proven, for the table. */
  title: string
  /** What a step is: operations, kills, probes, requests. */
  unit: string
  /** Steps of the release gate. */
  full: number
  /** Cells that must be reached 100 times at full length; a cell that cannot occur is listed with its reason. */
  cells?: { required: string[]; impossible: Record<string, string> }
  open: () => Promise<Stage>
}
