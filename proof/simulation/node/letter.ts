/** The mail of a job without its text: a look-up that can fail, the quiet hours, and the Message-ID as api/mail/write-mail.ts makes it. */

import type { writeMail } from '#api/mail/write-mail.ts'
import { row, sql } from '#database/sql.ts'

/** Only the sending is simulated: the text of a mail, its look and its limits have tests of their own. */
export const writeLetter: typeof writeMail = async (database, job, { id, now }) => {
  const found = await row<{ wait_s: number }>(database, sql`model: read a letter ${now}`)
  const isNotice = job.kind === 'notice'
  if (isNotice && found!.wait_s > 0) return found!.wait_s
  return {
    messageId: `<${isNotice ? job.message_id : id}@cafe.localhost>`,
    to: { name: '', address: 'ana@exemplo.com.br' },
    subject: '',
    html: '',
    text: '',
  }
}
