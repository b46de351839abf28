import { type ComponentType, createElement, lazy } from 'react'

/** R2.13. The time after which the load of a chunk counts as failed. */
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
  let mounted: ComponentType<Props> | undefined
  function Chunk(props: Props) {
    // Chosen once: a preload that ends later must not replace the mounted component.
    mounted ??= preloaded ?? lazy(() => withTimeout(load))
    return createElement(mounted, props)
  }
  Chunk.preload = async () => {
    preloaded = (await withTimeout(load)).default
  }
  return Chunk
}

async function withTimeout<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('a chunk took too long')), timeout_ms)
  })
  return await Promise.race([load(), timeout]).finally(() => clearTimeout(timer))
}
