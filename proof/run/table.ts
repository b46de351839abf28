/** The table of the proofs: on a terminal, and as a part of docs/evidence.md. */

import { minReached, type Tally } from './tally.ts'

const heads = [
  'proof',
  'steps',
  'of full',
  '%',
  'wrongs',
  'hours',
  'cells',
  'seeds',
  'commit',
  'machine',
  'verdict',
]
const texts = new Set(['proof', 'seeds', 'commit', 'machine', 'verdict'])

/** One line for each proof, then its wrongs with their commands, and the cells that a full run must still reach. */
export function tableOf(tallies: Tally[]): string {
  const lines = [heads, ...tallies.map(cellsOf)]
  const widths = heads.map((_, at) => Math.max(...lines.map((cells) => cells[at]!.length)))
  const isText = (at: number) => texts.has(heads[at]!)
  const table = lines.map((cells) =>
    cells
      .map((cell, at) => (isText(at) ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!)))
      .join('  ')
      .trimEnd(),
  )
  return [...table, ...tallies.flatMap((tally) => notesOf(tally).map((note) => `  ${note}`))].join(
    '\n',
  )
}

/**
 * The same in Markdown. Cells that cannot occur are listed by reason. A proof without a chunk keeps its row and its notes of
 * `before`, the present text: a journal is of one machine, and proofs may have run on another one.
 */
export function markdownOf(tallies: Tally[], before = ''): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  const earlier = before.split('\n')
  const parts = tallies.map((tally) => {
    const { name, title } = tally.proof
    const row = earlier.find((text) => text.startsWith('| ') && text.includes(` (\`${name}\`) |`))
    if (tally.commit === '' && row !== undefined) {
      return { row, notes: earlier.filter((text) => text.startsWith(`- ${name}: `)) }
    }
    const [, ...figures] = cellsOf(tally)
    const notes = [...pageNotesOf(tally), ...impossibleOf(tally)]
    return {
      row: line([`${title} (\`${name}\`)`, ...figures]),
      notes: notes.map((note) => `- ${escaped(note)}`),
    }
  })
  const rule = line(heads.map((head) => (texts.has(head) ? '---' : '--:')))
  const notes = parts.flatMap((part) => part.notes)
  const list = notes.length > 0 ? ['', ...notes] : []
  return [line(heads), rule, ...parts.map(({ row }) => row), ...list].join('\n')
}

/** The table counts the cells of a proof that has not ended; a list of them would be longer than the page. */
function pageNotesOf(tally: Tally): string[] {
  return notesOf(tally.steps < tally.proof.full ? { ...tally, uncovered: [] } : tally)
}

function cellsOf({ proof, ...tally }: Tally): string[] {
  const { commit, machines, seeds, steps, seconds, wrongs, uncovered, verdict } = tally
  const required = proof.cells?.required.length ?? 0
  return [
    proof.name,
    count(steps),
    `${count(proof.full)} ${proof.unit}`,
    String(Math.floor((100 * Math.min(steps, proof.full)) / proof.full)),
    String(wrongs.length),
    (seconds / 3600).toFixed(2),
    required === 0 ? '–' : `${required - uncovered.length} of ${required}`,
    seedsIn(seeds),
    commit.slice(0, 8) || '–',
    machines.join(', ') || '–',
    verdict,
  ]
}

/** Runs of seeds, e.g. '5–9, 12'. */
function seedsIn(seeds: number[]): string {
  const runs: [first: number, last: number][] = []
  for (const seed of seeds) {
    const run = runs.at(-1)
    if (run && seed === run[1] + 1) run[1] = seed
    else runs.push([seed, seed])
  }
  return (
    runs.map(([first, last]) => (first === last ? first : `${first}–${last}`)).join(', ') || '–'
  )
}

function notesOf({ proof, wrongs, uncovered, refuted }: Tally): string[] {
  return [
    ...wrongs.map(({ sentence, command }) => `${proof.name}: ${sentence} Repeat: ${command}`),
    ...refuted.map((cell) => `${proof.name}: the impossible cell "${cell}" was reached`),
    ...uncovered.map(
      ([cell, n]) => `${proof.name}: "${cell}" was reached ${n} of ${minReached} times`,
    ),
  ]
}

function impossibleOf({ proof }: Tally): string[] {
  const cells = Object.entries(proof.cells?.impossible ?? {})
  const byReason = Map.groupBy(cells, ([, reason]) => reason)
  return [...byReason].map(
    ([reason, group]) =>
      `${proof.name}: cannot occur: ${reason.replace(/\.$/, '')}: ${group.map(([cell]) => `"${cell}"`).join(', ')}`,
  )
}

function count(steps: number): string {
  return steps.toLocaleString('en')
}

/** A wrong may quote an answer: the page must not take it for a table or HTML. */
function escaped(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[|<>]/g, String.raw`\$&`)
}
