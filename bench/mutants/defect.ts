export type Defect = {
  /** What went wrong, as a reviewer would say it. */
  name: string
  file: string
  /** Stands in the file once. */
  line: string
  wrong: string
  test: { file: string; title: string }
}
