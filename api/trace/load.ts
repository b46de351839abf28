import type { Traces } from './trace.ts'

/**
 * Loads the code of traces only if there is a collector. Its packages are an install of their own, which `npm ci --omit=dev`
 * leaves out. Throws one sentence that says how to install them.
 */
export async function loadTraces(
  endpoint: string | undefined,
  settings: { share: number; trustedProxies: string[] },
): Promise<Traces | undefined> {
  if (endpoint === undefined) return undefined
  try {
    const { openTraces } = await import('./trace.ts')
    return openTraces({ endpoint, ...settings })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new Error(
      'OTEL_EXPORTER_OTLP_ENDPOINT needs packages that are not installed: run npm ci --prefix api/trace/otel.',
      { cause: error },
    )
  }
}
