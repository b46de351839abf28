import type { Database } from '#database/sql.ts'

/** What is to be mailed. A job names what happened; the mail, and the secret in its link, is made when it is sent. */
export type MailJob =
  /** R3.4: to whoever has this email; nobody, if nobody has. `redirect`: the screen to end at (D13). */
  | { kind: 'login_link'; company_id: string; email: string; redirect?: string }
  /** R3.12: to whoever has this email or document. */
  | { kind: 'password_reset'; company_id: string; email: string | null; document: string | null }
  /** R3.14: to the customer's email, while it is not confirmed. */
  | { kind: 'email_confirmation'; company_id: string; customer_id: string }
  /** Tells the owner, at the address that was theirs before, that password or email were changed. */
  | { kind: 'credentials_changed'; company_id: string; customer_id: string; email: string }

/**
 * Puts a job in the queue on the caller's connection: in its transaction, so that the mail is sent if and only if what
 * it tells of has happened.
 */
export type QueueMail = (connection: Database, job: MailJob) => Promise<void>
