import * as z from 'zod/mini'

export const Hostname = z.string().check(
  z.toLowerCase(),
  z.maxLength(253),
  z.regex(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/, {
    error: 'Use um nome de host, sem porta nem protocolo',
    abort: true,
  }),
)

/** A host name of the public DNS, or `localhost`: not an IP address, and no name of one label. */
export const FullHostname = Hostname.check(
  z.refine((name) => name === 'localhost' || /\.(?!\d+$|0x[0-9a-f]*$)[^.]+$/.test(name), {
    error: 'Use um nome de host completo, como clube.exemplo.com.br',
  }),
)
