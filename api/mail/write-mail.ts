/** Writes the mail of a job. Creates the link's token here, so that the queue never holds one. */

import type { SendMailOptions } from 'nodemailer'

import { countAttempt } from '#api/attempt/attempt.ts'
import { companyById } from '#api/company/lookup.ts'
import type { MailJob } from '#api/context/mail-job.ts'
import { issueMailedToken, type Purpose } from '#api/credential/mailed-token.ts'
import { ApiError } from '#api/http/api-error.ts'
import { originOf } from '#api/http/origin.ts'
import { messageContent } from '#api/notification/message/content.ts'
import { amountOf, noticeText } from '#api/notification/message/notice-text.ts'
import { unsubscribeToken } from '#api/notification/unsubscribe.ts'
import { announcementOf } from '#api/privacy/announcement/announcement.ts'
import type { ServerSecret } from '#api/secret/server-secret.ts'
import type { CompanyFile } from '#contract/company-file.ts'
import type { Company } from '#contract/company.ts'
import { unsubscribePath } from '#contract/notification.ts'
import { toBrazilianDate } from '#contract/value/date.ts'
import { type Database, row, sql } from '#database/sql.ts'

import { headLetter } from './head-letter.ts'
import { type Logos, logosOf } from './logo.ts'
import { staffLetter } from './staff-letter.ts'
import { htmlPart, logoCids, type MailContent, textPart } from './template.ts'
import {
  credentialsChangedText,
  emailConfirmationText,
  erasureAnnouncedText,
  greeting,
  loginLinkText,
  type MailText,
  passwordResetText,
} from './text.ts'

/** Addresses and names are separate fields and never parsed from text, so no input can add a recipient. */
export type Mail = SendMailOptions & {
  messageId: string
  to: { name: string; address: string }
  subject: string
  html: string
  text: string
}

type StaffJob = Extract<MailJob, { kind: 'staff_invitation' | 'staff_password' | 'record_head' }>
type CustomerJob = Exclude<MailJob, StaffJob>
type Kind = Exclude<CustomerJob['kind'], 'notice' | 'erasure_announced'>

const kinds: Record<
  Kind,
  { text: (program: string) => MailText; path: string; purpose: Purpose | null }
> = {
  login_link: { text: loginLinkText, path: '/entrar-link', purpose: 'LOGIN' },
  password_reset: { text: passwordResetText, path: '/redefinir-senha', purpose: 'PASSWORD' },
  email_confirmation: {
    text: emailConfirmationText,
    path: '/confirmar-email',
    purpose: 'CONFIRMATION',
  },
  credentials_changed: {
    text: credentialsChangedText,
    path: '/esqueci-minha-senha',
    purpose: null,
  },
}

type Sending = {
  id: string
  now: Date
  localPort: number
  mailFrom: string | null
  /** Whether the job is retried. Its mail was then counted against the mailbox at the first attempt. */
  isRetry: boolean
  /** Signs the link to unsubscribe. */
  secret: ServerSecret
}

/** The content of a mail, before the company's sender, look and logo are added. */
type Letter = {
  content: Omit<MailContent, 'company' | 'has'>
  email: string
  message_id: string
  headers: Record<string, string>
}

/**
 * Returns the mail of a job, or the reason not to send a mail. 'nobody': the account does not exist, its email is already
 * confirmed, or the company is closed. 'too_many': the mailbox has reached its limit. The requester learns neither (T9). A
 * number: the seconds until the company's quiet hours end.
 */
export async function writeMail(
  database: Database,
  job: MailJob,
  sending: Sending,
): Promise<Mail | 'nobody' | 'too_many' | number> {
  if (isForStaff(job)) return staffMail(database, job, sending)
  const person = await recipient(database, job)
  if (!person) return 'nobody'
  const letter = await letterOf(database, job, person, sending)
  if (letter === 'nobody' || typeof letter === 'number') return letter
  const { now, mailFrom, isRetry } = sending
  if (!isRetry && (await isFlooded(database, job, letter.email, now))) return 'too_many'
  // The company exists, because the letter was written for it.
  const { company } = (await companyById(database, job.company_id))!
  return mailOf(letter, company, await logosOf(database, company), mailFrom)
}

function isForStaff(job: MailJob): job is StaffJob {
  return ['staff_invitation', 'staff_password', 'record_head'].includes(job.kind)
}

/**
 * A mail to a staff member. It is not counted against the mailbox: api/staff/ has counted a requested one, and a company has one head
 * a day.
 */
async function staffMail(
  database: Database,
  job: StaffJob,
  { id, now, localPort, mailFrom, isRetry }: Sending,
): Promise<Mail | 'nobody'> {
  const written =
    job.kind === 'record_head'
      ? await headLetter(database, job, localPort)
      : await staffLetter(database, job, { now, localPort, isRetry })
  const found = written && (await companyById(database, job.company_id))
  if (!found) return 'nobody'
  const { email, content } = written
  const letter = { content, email, message_id: id, headers: {} }
  return mailOf(letter, found.company, await logosOf(database, found.company), mailFrom)
}

function letterOf(
  database: Database,
  job: CustomerJob,
  person: Recipient,
  sending: Sending,
): Promise<Letter | 'nobody' | number> {
  if (job.kind === 'notice') return noticeLetter(database, job, person, sending)
  if (job.kind === 'erasure_announced') return announcementLetter(database, job, person, sending)
  return linkLetter(database, job, person, sending)
}

/** A mail with a requested link, or about changed credentials. */
async function linkLetter(
  database: Database,
  job: Extract<MailJob, { kind: Kind }>,
  person: Recipient,
  { id, now, localPort }: Sending,
): Promise<Letter | 'nobody'> {
  const { file, customer_id, name } = person
  const email = job.kind === 'credentials_changed' ? job.email : person.email
  const { text, path, purpose } = kinds[job.kind]
  const query = new URLSearchParams()
  if (purpose) {
    const mailed = { customer_id, email, purpose }
    const token = await issueMailedToken(database, job.company_id, mailed, now)
    if (token === null) return 'nobody'
    query.set('token', token)
  }
  if (job.kind === 'login_link') {
    query.set('email', email)
    if (job.redirect !== undefined) query.set('redirect', job.redirect)
    // The page asks for the password before it uses the link up (T10).
    if (person.is_unconfirmed) query.set('unconfirmed', 'true')
  }
  // The email, for password managers. After the '#', so that no server, proxy or log sees it (T19).
  const fragment = purpose && job.kind !== 'login_link' ? `#${new URLSearchParams({ email })}` : ''
  // Use the host of the company's file. A request's Host header can be forged (T11).
  const origin = originOf(file.frontend_domain, localPort)
  const content = {
    ...text(file.program_name),
    greeting: greeting(firstName(name)),
    link: `${origin}${path}${query.size > 0 ? `?${query}` : ''}${fragment}`,
  }
  return { content, email, message_id: id, headers: {} }
}

/**
 * The mail of a notice (D21), written when it is sent. A digest leaves out points that were spent since the notice, and a
 * notice that the customer switched off since is not sent. A number: the seconds until the company's quiet hours end.
 */
async function noticeLetter(
  database: Database,
  job: Extract<MailJob, { kind: 'notice' }>,
  { file, customer_id, name, email, is_unconfirmed }: Recipient,
  { now, localPort, secret }: Sending,
): Promise<Letter | 'nobody' | number> {
  if (is_unconfirmed) return 'nobody'
  const found = await messageContent(database, { ...job, customer_id, channel: 'mail' }, now)
  if (!found) return 'nobody'
  if (found.wait_s > 0) return found.wait_s
  const origin = originOf(file.frontend_domain, localPort)
  const { path, sentence, ...words } = noticeText(found.content, file)
  const one = { company_id: job.company_id, customer_id, kind: job.notice }
  const unsubscribe = `${origin}${unsubscribePath}?token=${unsubscribeToken(secret, one)}`
  return {
    content: {
      ...words,
      subject: `${sentence}: ${file.program_name}`,
      greeting: greeting(firstName(name)),
      link: `${origin}${path}`,
      unsubscribe,
    },
    email,
    message_id: job.message_id,
    // RFC 8058: the mail program shows a button that sends the POST.
    headers: {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}

/** The announcement of an erasure (D16), unless it was withdrawn since. */
async function announcementLetter(
  database: Database,
  job: Extract<MailJob, { kind: 'erasure_announced' }>,
  { file, name, email, is_unconfirmed }: Recipient,
  { now, localPort }: Sending,
): Promise<Letter | 'nobody'> {
  if (is_unconfirmed) return 'nobody'
  const announcement = await announcementOf(database, job, now)
  if (!announcement) return 'nobody'
  const { points_amount, last_day } = announcement
  const words = erasureAnnouncedText(file.program_name, {
    loss: points_amount === 0 ? null : amountOf(announcement, file),
    last_day: toBrazilianDate(last_day),
  })
  const link = `${originOf(file.frontend_domain, localPort)}/fidelidade/resumo`
  const content = { ...words, greeting: greeting(firstName(name)), link }
  return { content, email, message_id: job.announcement_id, headers: {} }
}

/** Adds the company's sender, look and logo. */
function mailOf(
  { content, email, message_id, headers }: Letter,
  company: Company,
  logos: Logos,
  mailFrom: string | null,
): Mail {
  const has = { logo: logos.light !== null, darkLogo: logos.dark !== null }
  const whole = { ...content, company, has }
  return {
    // The same id for every attempt: if a node dies before it completes the job of a sent mail, receivers detect the duplicate.
    messageId: `<${message_id}@${company.frontend_domain}>`,
    from: {
      name: company.program_name,
      address: company.emails.from ?? mailFrom ?? `nao-responda@${company.frontend_domain}`,
    },
    ...(company.emails.reply_to && { replyTo: { name: '', address: company.emails.reply_to } }),
    to: { name: '', address: email },
    subject: content.subject,
    html: htmlPart(whole),
    text: textPart(whole),
    attachments: (['light', 'dark'] as const).flatMap((scheme) => {
      const content = logos[scheme]
      const cid = logoCids[scheme]
      return content
        ? [{ cid, filename: `${cid}.png`, content, contentDisposition: 'inline' as const }]
        : []
    }),
    // Suppresses out-of-office replies.
    headers: { 'Auto-Submitted': 'auto-generated', ...headers },
  }
}

/** Counts a mail to this mailbox, whichever call queued it. True: the mailbox has reached its limit. */
async function isFlooded(
  database: Database,
  { kind, company_id }: CustomerJob,
  email: string,
  now: Date,
): Promise<boolean> {
  const action = limitOf(kind)
  try {
    await countAttempt(database, { company_id, action, account: email }, now)
    return false
  } catch (error) {
    if (error instanceof ApiError && error.code === 'too_many_requests') return true
    throw error
  }
}

function limitOf(kind: CustomerJob['kind']): 'mailed_event' | 'mailed_link' | 'mailed_notice' {
  if (kind === 'notice') return 'mailed_event'
  if (kind === 'erasure_announced') return 'mailed_notice'
  return kinds[kind].purpose ? 'mailed_link' : 'mailed_notice'
}

type Recipient = {
  file: CompanyFile
  customer_id: string
  name: string | null
  email: string
  is_unconfirmed: boolean
}

async function recipient(database: Database, job: CustomerJob): Promise<Recipient | undefined> {
  const byId = 'customer_id' in job ? job.customer_id : null
  const by_email = job.kind === 'login_link' || job.kind === 'password_reset' ? job.email : null
  const by_document = job.kind === 'password_reset' ? job.document : null
  return row<Recipient>(
    database,
    sql`select file, customer.customer_id, customer.name, coalesce(customer.email, '') as email,
               customer.is_unconfirmed
          from mail_sender_of(${job.company_id}) file
         cross join mail_recipient(${job.company_id}, ${byId}, ${by_email}, ${by_document}) customer
         where (customer.email is not null or ${job.kind === 'credentials_changed'})
           and (customer.is_unconfirmed or ${job.kind !== 'email_confirmation'})`,
  )
}

/** Null for text that is not a name, so that nobody can register with a victim's email and have a URL mailed to it. */
function firstName(name: string | null): string | null {
  return /^[\p{L}\p{M}'’-]{1,30}(?=\s|$)/u.exec(name ?? '')?.[0] ?? null
}
