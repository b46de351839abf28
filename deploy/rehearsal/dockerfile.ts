/** Executes a Dockerfile without Docker: each stage in a copy of a Debian root, each RUN by chroot. Knows what ours needs. */

import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, matchesGlob, posix } from 'node:path'

import { inRoot } from './chroot.ts'

export type Stage = {
  /** The folder with the stage's file system. */
  root: string
  workFolder: string
  user: string
  variables: Record<string, string>
  entrypoint: string[]
  command: string[]
  healthCheck: string[]
}

type Instruction = { name: string; rest: string }

export function readInstructions(text: string): Instruction[] {
  return text
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() && !line.startsWith('#'))
    .map((line) => {
      const [, name, rest] = /^(\w+)\s+(.*)$/.exec(line)!
      return { name: name!, rest: rest! }
    })
}

/** The files of git in `repository` that the .dockerignore beside the Dockerfile leaves, copied into `context`. */
export function copyContext(repository: string, ignoreFile: string, context: string): void {
  const ignored = readFileSync(ignoreFile, 'utf8').split('\n').filter(Boolean)
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: repository, encoding: 'utf8' })
  for (const file of files.split('\0').filter(Boolean)) {
    if (ignored.some((glob) => matchesGlob(file, glob) || matchesGlob(file, `${glob}/**`))) continue
    cpSync(join(repository, file), join(context, file))
  }
}

/** Executes all stages and returns the last. `base` is the root that stands for every image of a FROM. */
export function execute(
  instructions: Instruction[],
  { base, context, folder }: { base: string; context: string; folder: string },
): Stage {
  const stages = new Map<string, Stage>()
  let stage: Stage | undefined
  for (const { name, rest } of instructions) {
    console.log(`${name} ${rest}`)
    if (name === 'ARG') continue
    if (name === 'FROM') {
      const stageName = / AS (\w+)$/.exec(rest)?.[1] ?? 'last'
      stage = openStage(base, join(folder, stageName))
      stages.set(stageName, stage)
    } else if (name === 'COPY') {
      copy(stage!, rest, (from) => (from ? stages.get(from)!.root : context))
    } else if (name === 'RUN') {
      inRoot(stage!, ['/bin/sh', '-c', rest])
    } else {
      describe(stage!, { name, rest })
    }
  }
  return stage!
}

function openStage(base: string, root: string): Stage {
  rmSync(root, { recursive: true, force: true })
  execFileSync('cp', ['--archive', base, root])
  const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
  return {
    root,
    workFolder: '/',
    user: 'root',
    variables: { PATH: path },
    entrypoint: [],
    command: [],
    healthCheck: [],
  }
}

/** An instruction that changes no file, except that WORKDIR makes its folder. */
function describe(stage: Stage, { name, rest }: Instruction): void {
  const words = () => JSON.parse(rest.slice(rest.indexOf('['))) as string[]
  switch (name) {
    case 'WORKDIR':
      stage.workFolder = rest
      mkdirSync(join(stage.root, rest), { recursive: true })
      break
    case 'ENV': {
      const [, variable, value] = /^(\w+)=(\S*)$/.exec(rest)!
      stage.variables[variable!] = value!
      break
    }
    case 'USER':
      stage.user = rest
      break
    case 'ENTRYPOINT':
      stage.entrypoint = words()
      break
    case 'CMD':
      stage.command = words()
      break
    case 'HEALTHCHECK':
      stage.healthCheck = words()
      break
    case 'EXPOSE':
      break
    default:
      throw new Error(`${name} is not known here: add it to this file.`)
  }
}

/** COPY of files into a folder, or of the content of one folder into another. */
function copy(stage: Stage, rest: string, rootOf: (from: string | undefined) => string): void {
  const [, from, paths] = /^(?:--from=(\w+) )?(.+)$/.exec(rest)!
  const words = paths!.split(' ')
  const target = words.pop()!
  const source = rootOf(from)
  const into = join(stage.root, posix.resolve(stage.workFolder, target))
  for (const word of words) {
    const path = join(source, word)
    const isFile = target.endsWith('/') && words.length > 0 && /\.\w+$/.test(word)
    cpSync(path, isFile ? join(into, posix.basename(word)) : into, {
      recursive: true,
      verbatimSymlinks: true,
    })
  }
}
