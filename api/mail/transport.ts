/** Transports of mails: SMTP, or, in the demo, a folder that /_demo/mail shows. */

import { createTransport } from 'nodemailer'

import type { Mail } from './write-mail.ts'

export type Transport = {
  /** Resolves once the receiver has accepted the mail. */
  send: (mail: Mail, signal: AbortSignal) => Promise<void>
  /** Resolves if the mail server answers and accepts the credentials, and rejects within 30 s otherwise. */
  verify?: () => Promise<void>
  close: () => void
}

/** Sends to an `smtp://` or `smtps://` URL. Gives up on a silent server within 30 s; the queue retries later. */
export function smtpTransport(url: string): Transport {
  const transporter = createTransport({
    url,
    requireTLS: mustEncrypt(url),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    // No mail refers to a file or URL that the transport should fetch, so forbid it.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async (mail, signal) => void (await transporter.sendMail({ ...mail, signal })),
    verify: async () => void (await transporter.verify()),
    close: () => transporter.close(),
  }
}

/**
 * Whether a mail and the password of the server may travel only with TLS. Otherwise somebody between the two could take STARTTLS
 * out of the server's greeting, and read the links of sign-ins. A server on this machine, or `?requireTLS=false`, needs none.
 */
export function mustEncrypt(url: string): boolean {
  const { hostname, searchParams } = new URL(url)
  const isHere = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
  return (searchParams.get('requireTLS') ?? String(!isHere)) === 'true'
}
