import { type ComponentType, createElement, lazy } from 'react'

/** R2.13. A chunk that has not loaded by then has failed. */
const timeout_ms = 120_000

type Module<Props extends object> = { default: ComponentType<Props> }

export type Chunk<Props extends object> = ComponentType<Props> & {
  preload: () => Promise<void>
}

/**
 * A component in its own chunk. It suspends until the chunk is loaded. A component preloaded before its first render does
 * not suspend, so no fallback appears.
 */
export function chunk<Props extends object>(load: () => Promise<Module<Props>>): Chunk<Props> {
  let preloaded: ComponentType<Props> | undefined
  let shown: ComponentType<Props> | undefined
  function Chunk(props: Props) {
    // Chosen once: a preload that ends later must not replace the mounted component.
    shown ??= preloaded ?? lazy(() => inTime(load))
    return createElement(shown, props)
  }
  Chunk.preload = async () => {
    preloaded = (await inTime(load)).default
  }
  return Chunk
}

async function inTime<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('a chunk took too long')), timeout_ms)
  })
  return await Promise.race([load(), late]).finally(() => clearTimeout(timer))
}
