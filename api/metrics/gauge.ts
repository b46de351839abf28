import { Gauge, type Registry } from 'prom-client'

/** A gauge that is read at each scrape. */
export function gauge(registry: Registry, name: string, help: string, read: () => number): void {
  registry.registerMetric(
    new Gauge({
      name,
      help,
      registers: [],
      collect() {
        this.set(read())
      },
    }),
  )
}
