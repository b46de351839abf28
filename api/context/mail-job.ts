import type { NoticeKind } from '#contract/notification.ts'
import type { Database } from '#database/sql.ts'

type NoticeJob = {
  company_id: string
  customer_id: string
  notice: NoticeKind
  notification_id: string
  message_id: string
}

/** A notice as a push to all devices of the customer. `message_id` becomes the push's topic. */
export type PushJob = NoticeJob & {
  /** In a retry, the devices whose push failed. Absent: all devices. */
  subscription_ids?: string[]
  /** Attempts that earlier jobs made for these devices. */
  attempts?: number
}

/** D16: the mail that announces the erasure of an inactive customer. The announcement's id is the Message-ID. */
export type AnnouncementJob = { company_id: string; customer_id: string; announcement_id: string }

/** A mail to send. The job names the occasion only: the text, and the token in its link, are made when it is sent. */
export type MailJob =
  /** R3.4: to the customer with this email, if there is one. `redirect`: the screen to end at (D13). */
  | { kind: 'login_link'; company_id: string; email: string; redirect?: string }
  /** R3.12: to the customer with this email or document. */
  | { kind: 'password_reset'; company_id: string; email: string | null; document: string | null }
  /** R3.14: to the customer's email, while it is not confirmed. */
  | { kind: 'email_confirmation'; company_id: string; customer_id: string }
  /** Tells the customer, at the address before the change, that the password, email or phone was changed. */
  | { kind: 'credentials_changed'; company_id: string; customer_id: string; email: string }
  /** D15: to a person whom the company has invited to its console. */
  | { kind: 'staff_invitation'; company_id: string; staff_id: string }
  /** D15: to the staff member with this email, if there is one. */
  | { kind: 'staff_password'; company_id: string; email: string }
  /** To an owner of the company: the head of a day, by its number. */
  | { kind: 'record_head'; company_id: string; staff_id: string; number: number }
  /** D21: a notice of the bell. `message_id` identifies the message, whichever job sends it. */
  | ({ kind: 'notice' } & NoticeJob)
  | ({ kind: 'erasure_announced' } & AnnouncementJob)

/**
 * Queues a job in the caller's transaction. So the mail is sent if and only if that transaction commits. `wait_s`: the delay in
 * seconds.
 */
export type QueueMessage<Job> = (connection: Database, job: Job, wait_s?: number) => Promise<void>
export type QueueMail = QueueMessage<MailJob>
