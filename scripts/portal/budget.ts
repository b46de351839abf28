/** The maximum bytes that a browser loads of the portal and of the console: after brotli, or of the file for a font. */

import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { paths } from '#portal/path/paths.ts'

const dist = join(import.meta.dirname, '../../dist')
const consoleDist = join(import.meta.dirname, '../../dist-console')

const kb = 1_000
const budgets = {
  'login route, JavaScript': 100 * kb,
  'login route, CSS': 8 * kb,
  'signed-in route, JavaScript': 160 * kb,
  'largest lazy chunk': 40 * kb,
  'largest font': 20 * kb,
  'console, sign-in and start': 300 * kb,
  'console, largest lazy chunk': 60 * kb,
}

type Figure = keyof typeof budgets
type ConsoleFigure = Extract<Figure, `console, ${string}`>

/** Measures the build in dist/. */
async function portalBytes(): Promise<Record<Exclude<Figure, ConsoleFigure>, number>> {
  const html = await readFile(join(dist, 'index.html'), 'utf8')
  const entry = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file]) => file!)
  const preload: Record<string, string[]> = JSON.parse(
    await readFile(join(dist, 'preload.json'), 'utf8'),
  )
  const route = (path: string, ending: string) =>
    total([...entry, ...(preload[path] ?? [])].filter((file) => file.endsWith(ending)))
  const assets = (await readdir(join(dist, 'assets'))).map((name) => `/assets/${name}`)
  const lazy = assets.filter((file) => file.endsWith('.js') && !entry.includes(file))
  return {
    'login route, JavaScript': await route(paths.login, '.js'),
    'login route, CSS': await route(paths.login, '.css'),
    'signed-in route, JavaScript': Math.max(
      ...(await Promise.all(Object.keys(preload).map((path) => route(path, '.js')))),
    ),
    'largest lazy chunk': Math.max(0, ...(await Promise.all(lazy.map(bytes)))),
    // WOFF2 is compressed already.
    'largest font': Math.max(
      0,
      ...(await Promise.all(
        assets
          .filter((file) => file.endsWith('.woff2'))
          .map(async (file) => (await stat(join(dist, file))).size),
      )),
    ),
  }
}

/** Measures the build in dist-console/. Its first-screen.json names the files of sign-in and start. */
async function consoleBytes(): Promise<Record<ConsoleFigure, number>> {
  const first: string[] = JSON.parse(await readFile(join(consoleDist, 'first-screen.json'), 'utf8'))
  const assets = (await readdir(join(consoleDist, 'console-assets'))).map(
    (name) => `console-assets/${name}`,
  )
  const lazy = assets.filter((file) => file.endsWith('.js') && !first.includes(file))
  const size = async (file: string) => (await stat(join(consoleDist, `${file}.br`))).size
  const sum = (sizes: number[]) => sizes.reduce((all, one) => all + one, 0)
  return {
    'console, sign-in and start': sum(await Promise.all(first.map(size))),
    'console, largest lazy chunk': Math.max(0, ...(await Promise.all(lazy.map(size)))),
  }
}

/** Prints each figure with its budget. Returns false if a figure exceeds its budget or is 0. */
export async function isWithinBudgets(): Promise<boolean> {
  const measured = { ...(await portalBytes()), ...(await consoleBytes()) }
  const figures = Object.entries(measured) as [Figure, number][]
  for (const [name, figure] of figures) {
    console.log(
      `${name.padEnd(30)}${(figure / kb).toFixed(1).padStart(7)} kB of ${budgets[name] / kb} kB`,
    )
  }
  return figures.every(([name, figure]) => figure > 0 && figure <= budgets[name])
}

async function total(files: string[]): Promise<number> {
  const sizes = await Promise.all([...new Set(files)].map(bytes))
  return sizes.reduce((sum, size) => sum + size, 0)
}

async function bytes(file: string): Promise<number> {
  return (await stat(join(dist, `${file}.br`))).size
}
