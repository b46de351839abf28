export type Defect = {
  /** The wrong behaviour in one sentence, as a reviewer would describe it. */
  name: string
  file: string
  /** Text that occurs in the file exactly once. `wrong` replaces it. */
  line: string
  wrong: string
  test: { file: string; title: string }
}
