/** The line of an exported company.yaml that says which version of the company it was written from (D15). */

export function versionLine(version: number): string {
  return `# versão ${version}`
}

/** The version that the line names; 0 without such a line. */
export function versionIn(yaml: string): number {
  return Number(/^# versão (\d{1,9})$/m.exec(yaml)?.[1] ?? 0)
}
