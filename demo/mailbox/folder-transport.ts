/** The demo's mail transport: it writes mails into a folder that /_demo/mail shows. */

import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Transport } from '#api/mail/transport.ts'
import type { Mail } from '#api/mail/write-mail.ts'

/** A file of the demo's mailbox. */
export type StoredMail = {
  to: string
  subject: string
  sentAt: string
  html: string
  text: string
}

/** Writes each mail as a JSON file. */
export function folderTransport(folder: string): Transport {
  return {
    send: async ({ messageId, to, subject, html, text, attachments = [] }) => {
      await mkdir(folder, { recursive: true })
      const sentAt = new Date().toISOString()
      // A retried mail has the same Message-ID, so it replaces its first copy.
      const name = `${messageId.replaceAll(/[^\w-]/g, '_')}.json`
      const stored: StoredMail = {
        to: to.address,
        subject,
        sentAt,
        html: withPictures(html, attachments),
        text,
      }
      // Rename a complete file: the page may be reading the folder.
      await writeFile(join(folder, `${name}.new`), JSON.stringify(stored))
      await rename(join(folder, `${name}.new`), join(folder, name))
    },
    close: () => undefined,
  }
}

/** Inlines attached pictures, because a browser cannot resolve a mail's attachments. */
function withPictures(html: string, attachments: NonNullable<Mail['attachments']>): string {
  return attachments.reduce(
    (page, { cid, content }) =>
      page.replaceAll(
        `cid:${cid}`,
        `data:image/png;base64,${(content as Buffer).toString('base64')}`,
      ),
    html,
  )
}
