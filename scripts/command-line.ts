/** Runs the verb of a command line. Stricter than citty: an unknown option or a surplus argument is an error. */

import { stripVTControlCharacters } from 'node:util'

import {
  type ArgsDef,
  type CommandDef,
  type ParsedArgs,
  parseArgs,
  renderUsage,
  type Resolvable,
  runCommand,
} from 'citty'

import { UsageError, type Verb } from '#database/command-line.ts'
import { reason } from '#database/connect.ts'

/** Groups with their own npm script: `npm run company -- check` is `npm run fiel -- company check`. */
const scripts = new Set(['company', 'customer', 'partner', 'staff', 'webhook', 'audit'])

type FoundCommand = {
  command: CommandDef & Partial<Pick<Verb, 'example'>>
  /** The groups that contain it, the root first. */
  groups: CommandDef[]
  /** The words that name it. */
  words: string[]
  rest: string[]
}

/** Exit codes: 1 if the verb fails, 2 if the command line is wrong. */
export async function runCommandLine(root: CommandDef, args: string[]): Promise<void> {
  const found = await find(root, args)
  try {
    if (asksForHelp(found.rest)) return print(await help(found))
    verify(await resolved(found.command.args), found)
    await runCommand(found.command, { rawArgs: found.rest })
  } catch (error) {
    const isUsage = error instanceof UsageError || (error as Error).name === 'CLIError'
    if (isUsage) console.error(await usage(found))
    console.error(stripVTControlCharacters(reason(error)))
    process.exitCode = isUsage ? 2 : 1
  }
}

/**
 * The options of an npm script that is no verb of `fiel`. With `--help` it prints them and ends with 0. With an unknown
 * option or a surplus argument it prints a sentence and ends with 2. A script may also take any of `words`, which the
 * result has in `_`.
 */
export async function scriptOptions<const Args extends ArgsDef>(
  script: string,
  description: string,
  args: Args,
  words: readonly string[] = [],
): Promise<ParsedArgs<Args>> {
  const rest = process.argv.slice(2)
  const command: CommandDef = { meta: { name: `npm run ${script} --`, description }, args }
  if (asksForHelp(rest)) {
    print(await renderUsage(command))
    process.exit(0)
  }
  try {
    verify(args, { command, groups: [], words: [script], rest }, words)
  } catch (error) {
    console.error(reason(error))
    process.exit(2)
  }
  return parseArgs<Args>(rest, args)
}

/**
 * The words of an npm script that selects by words. With `--help` it prints the valid words and ends with 0. With another
 * word it prints a sentence with them and ends with 2. The
 * expression `pattern` accepts words that no list can name, such as sizes.
 */
export function scriptWords(
  script: string,
  description: string,
  words: Record<string, readonly string[]>,
  pattern: RegExp,
): string[] {
  const rest = process.argv.slice(2)
  const valid = Object.entries(words).map(([kind, names]) => `  ${kind}: ${names.join(' ')}`)
  const usage = [`Usage: npm run ${script} -- [WORDS]  ${description}`, ...valid].join('\n')
  if (asksForHelp(rest)) {
    print(usage)
    process.exit(0)
  }
  const validWords = new Set(Object.values(words).flat())
  const unknown = rest.find((word) => !validWords.has(word) && !pattern.test(word))
  if (unknown !== undefined) {
    console.error(`${usage}\n${unknown} is none of these words.`)
    process.exit(2)
  }
  return rest
}

async function find(root: CommandDef, args: string[]): Promise<FoundCommand> {
  const found: FoundCommand = { command: root, groups: [], words: [], rest: args }
  for (;;) {
    const verbs = await resolved(found.command.subCommands)
    const [word] = found.rest
    if (!verbs || word === undefined || !Object.hasOwn(verbs, word)) return found
    found.groups.push(found.command)
    found.words.push(word)
    found.rest = found.rest.slice(1)
    found.command = (await resolved(verbs[word])) as CommandDef
  }
}

async function resolved<Value>(value: Resolvable<Value> | undefined): Promise<Value | undefined> {
  return typeof value === 'function' ? (value as () => Value | Promise<Value>)() : value
}

function asksForHelp(args: string[]): boolean {
  const end = args.indexOf('--')
  return args.slice(0, end < 0 ? args.length : end).some((arg) => arg === '--help' || arg === '-h')
}

/** Rejects what citty accepts: an unknown option, an option without its value, and a surplus argument. */
function verify(
  args: ArgsDef = {},
  { command, words, rest }: FoundCommand,
  free: readonly string[] = [],
): void {
  if (command.subCommands) {
    throw new UsageError(
      rest[0] === undefined ? 'Name a verb.' : `${[...words, rest[0]].join(' ')} is no verb.`,
    )
  }
  const { _: positionals, ...options } = parseArgs(rest, args)
  const names = Object.keys(args)
  // citty also accepts an option in camelCase and in kebab-case.
  const spellings = new Set(names.map(kebabCase))
  const unknown = Object.keys(options).find((option) => !spellings.has(kebabCase(option)))
  if (unknown !== undefined)
    throw new UsageError(`--${unknown} is no option of ${words.join(' ')}.`)
  const empty = names.find((name) => options[name] === '')
  if (empty !== undefined) throw new UsageError(`--${empty} has no value.`)
  const wrongWord = free.length > 0 && positionals.find((word) => !free.includes(word))
  if (wrongWord) throw new UsageError(`${wrongWord} is none of these words: ${free.join(', ')}.`)
  const positionalCount = Object.values(args).filter(({ type }) => type === 'positional').length
  if (free.length === 0 && positionals.length > positionalCount) {
    throw new UsageError(`${positionals[positionalCount]} is one argument too many.`)
  }
}

function kebabCase(option: string): string {
  return option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replaceAll('_', '-')
}

/** One line for each verb of the group. */
async function usage({ command, groups, words }: FoundCommand): Promise<string> {
  const isGroup = command.subCommands !== undefined
  const groupWords = isGroup ? words : words.slice(0, -1)
  const ofGroup = isGroup ? command : groups.at(-1)!
  const verbs = Object.entries((await resolved(ofGroup.subCommands))!)
  // A verb of the root is shown alone, because the root's verbs are unrelated.
  const shown =
    groupWords.length > 0 || isGroup ? verbs : verbs.filter(([name]) => name === words[0])
  const lines = await Promise.all(
    shown.map(async ([name, verb]) => {
      const { args, meta, subCommands } = (await resolved(verb)) as CommandDef
      const inner = subCommands ? ['VERB'] : synopsisOf(await resolved(args))
      const synopsis = [commandText([...groupWords, name]), ...inner]
      return {
        synopsis: synopsis.join(' '),
        description: (await resolved(meta))?.description ?? '',
      }
    }),
  )
  const width = Math.max(...lines.map(({ synopsis }) => synopsis.length))
  return lines
    .map(({ synopsis, description }, at) =>
      [at === 0 ? 'Usage:' : '      ', synopsis.padEnd(width), '', description].join(' '),
    )
    .join('\n')
}

function synopsisOf(args: ArgsDef = {}): string[] {
  const positionals = Object.entries(args)
    .filter(([, { type }]) => type === 'positional')
    .map(([name, { required }]) => (required ? name.toUpperCase() : `[${name.toUpperCase()}]`))
  const hasOptions = positionals.length < Object.keys(args).length
  return [...positionals, ...(hasOptions ? ['[OPTIONS]'] : [])]
}

async function help({ command, words }: FoundCommand): Promise<string> {
  const name = commandText(words)
  const meta = { ...(await resolved(command.meta)), name }
  const example =
    command.example === undefined ? [] : ['EXAMPLE', '', `  ${name} ${command.example}`]
  return [await renderUsage({ ...command, meta }), ...example].join('\n')
}

function commandText(words: string[]): string {
  const hasScript = scripts.has(words[0] ?? '')
  const [script, ...rest] = hasScript ? words : ['fiel', ...words]
  return ['npm run', script, '--', ...rest].join(' ')
}

/** Strips colours for a pipe, because citty always renders them. */
function print(text: string): void {
  console.log(process.stdout.isTTY ? text : stripVTControlCharacters(text))
}
