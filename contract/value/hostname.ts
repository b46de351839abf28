import * as z from 'zod/mini'

export const Hostname = z.string().check(
  z.toLowerCase(),
  z.maxLength(253),
  z.regex(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/, {
    error: 'Use um nome de host, sem porta nem protocolo',
  }),
)
