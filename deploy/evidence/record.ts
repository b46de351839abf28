/** The record of a drill: its steps in order, and the page that shows them. */

import { readFileSync, writeFileSync } from 'node:fs'

type Step = { command: string; output: string; took_s: number }
type Chapter = { title: string; steps: Step[]; findings: string[] }

type Size = { maxLines?: number; maxWidth?: number }

export class DrillRecord {
  readonly chapters: Chapter[] = []

  chapter(title: string): void {
    console.log(`\n── ${title}`)
    this.chapters.push({ title, steps: [], findings: [] })
  }

  /** Runs the command and records what it printed, shortened to `size`. */
  async step(
    command: string,
    run: () => Promise<string> | string,
    size: Size = {},
  ): Promise<string> {
    console.log(command.trimEnd().replaceAll(/^/gm, '$ '))
    const began = performance.now()
    const took_s = () => (performance.now() - began) / 1000
    const keep = (output: string) => {
      const shown = shortened(output, size)
      console.log(shown)
      this.chapters.at(-1)!.steps.push({ command, output: shown, took_s: took_s() })
    }
    try {
      const output = await run()
      keep(output)
      return output
    } catch (error) {
      keep((error as Error).message)
      throw error
    }
  }

  /** Records a finding that is right. Ends the drill if it is wrong. */
  verify(isRight: boolean, finding: string, found?: unknown): void {
    if (!isRight) throw new Error(`Not so: ${finding}: ${JSON.stringify(found)}`)
    this.note(finding)
  }

  /** Records a figure that nothing judges. */
  note(finding: string): void {
    console.log(`- ${finding}`)
    this.chapters.at(-1)!.findings.push(finding)
  }

  save(file: string): void {
    writeFileSync(file, JSON.stringify(this.chapters))
  }

  load(file: string): void {
    this.chapters.push(...(JSON.parse(readFileSync(file, 'utf8')) as Chapter[]))
  }

  /** The chapters as a page of Markdown. */
  text(): string {
    return this.chapters.map(chapterText).join('\n')
  }
}

function chapterText({ title, steps, findings }: Chapter): string {
  const fences = steps.map(({ command, output, took_s }) => {
    const time = took_s < 10 ? took_s.toFixed(1) : String(Math.round(took_s))
    const typed = plain(command)
      .trimEnd()
      .replaceAll(/^(?=.)/gm, '$ ')
    return `\`\`\`text example\n${typed}\n${output ? `${output}\n` : ''}(${time} s)\n\`\`\`\n`
  })
  const facts = findings.map((finding) => `- ${finding}\n`).join('')
  return [`## ${title}\n`, ...fences, ...(facts ? [facts] : [])].join('\n')
}

/** The last lines of an output, without what differs by machine or is secret. */
function shortened(output: string, { maxLines = 14, maxWidth = 150 }: Size): string {
  const lines = plain(output)
    .split('\n')
    .map((line) => line.trimEnd())
    .filter(Boolean)
    .map((line) => (line.length > maxWidth ? `${line.slice(0, maxWidth)} …` : line))
  const shown = lines.slice(-maxLines)
  return [...(shown.length < lines.length ? ['…'] : []), ...shown].join('\n')
}

function plain(text: string): string {
  return (
    text
      .replaceAll(/fiel_[\w-]{6,}[.\w-]*/g, (name) =>
        /^fiel_(owner|runtime|secret|copy)/.test(name) ? name : 'fiel_…',
      )
      .replaceAll(/\/tmp\/fiel-[\w-]+/g, 'FOLDER')
      .replaceAll('\r\n', '\n')
      // A program may overwrite a line to show its progress. Keep only the line's last state.
      .replaceAll(/[^\n]*\r/g, '')
      .replaceAll('```', "'''")
  )
}
