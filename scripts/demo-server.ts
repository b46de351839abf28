/** Starts the demo in a separate process with its own data, for tests and tools that use it from outside. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type DemoServer = {
  /** The origin of each demo company's portal: 'cafe' → 'http://cafe.localhost:3000'. */
  origins: Map<string, string>
  port: string
  /** The data folder with the database and the keys of the demo tills. */
  folder: string
  pid: number
  stop: () => Promise<void>
}

/** Starts the demo on a free port. `environment` is added to its environment variables. */
export async function startDemoServer(
  environment: Record<string, string> = {},
): Promise<DemoServer> {
  const folder = await mkdtemp(join(tmpdir(), 'fiel-demo-'))
  const server = spawn(process.execPath, [join(import.meta.dirname, '../demo/main.ts')], {
    env: { ...process.env, PORT: '0', DATA_FOLDER: folder, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const printed = await untilListening(server.stdout)
  const found = printed.matchAll(/(http:\/\/(\w+)\.localhost:\d+)$/gm)
  return {
    origins: new Map([...found].map(([, origin, slug]) => [slug!, origin!])),
    port: /localhost:(\d+)/.exec(printed)![1]!,
    folder,
    // Defined, because the process has already printed.
    pid: server.pid!,
    stop: async () => {
      server.kill('SIGTERM')
      await once(server, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function untilListening(output: NodeJS.ReadableStream): Promise<string> {
  let printed = ''
  for await (const chunk of output) {
    printed += String(chunk)
    if (printed.includes('Ctrl-C')) {
      output.resume()
      return printed
    }
  }
  throw new Error(`the server ended before it listened: ${printed}`)
}
