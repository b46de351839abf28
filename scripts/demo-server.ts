/** The whole thing in a process of its own, on data of its own, for who looks at it from outside. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type DemoServer = {
  /** Where each demo company's portal is: 'cafe' → 'http://cafe.localhost:3000'. */
  origins: Map<string, string>
  port: string
  /** Its data: the database, the demo tills' keys. */
  folder: string
  pid: number
  stop: () => Promise<void>
}

/** On a free port, with these added to its environment. */
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
    // It has started.
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
