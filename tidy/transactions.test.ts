import { expect, test } from 'vitest'

import { severalCommits, verbFiles } from './transactions.ts'

const counted =
  'an attempt is counted before the work, so that the count survives an error of the work; an attempt that stays counted without need is forgotten within minutes'
const requested =
  'the request is counted before its mail is queued, so that the count survives an error; a repeat costs one of the mailbox’s mails'
const inOne =
  'the parts work on the connection of the one transaction of counterAct, which they get as a part of the till'
const keyFirst =
  'the key of the person in the shop is made first, as by any call, and the next call finds it'
const isResumed = 'each commit is one step of a job; the next run finds what is left'

/** Functions of api/ in which two or more calls commit, and why each commit may stand without the following ones. */
const severalTransactions: Record<string, string> = {
  'api/address/address.ts addressFinder': `${counted}; the cached address is true without it`,
  'api/attempt/attempt.ts attempted': counted,
  'api/counter/return.ts returnRecord': inOne,
  'api/counter/sale.ts counterCustomer': keyFirst,
  'api/counter/sale.ts counterPreview': keyFirst,
  'api/counter/use.ts askForPoints': inOne,
  'api/counter/use.ts captureSale': inOne,
  'api/counter/voucher.ts counterVoucher': keyFirst,
  'api/counter/voucher.ts handOver': inOne,
  'api/credential/session-token.ts touchSession':
    'the account is noted first, so that the next use of the device repeats both',
  'api/customer/change.ts changeCustomer': counted,
  'api/customer/create-via-firebase.ts createViaFirebase': counted,
  'api/customer/customer.ts readCustomer':
    'the device was used, whatever follows; the level is stored as every reader computes it',
  'api/customer/email-confirmation.ts confirmEmail': counted,
  'api/customer/email-confirmation.ts resendConfirmation': requested,
  'api/customer/register.ts register': counted,
  'api/import/command.ts applied': isResumed,
  'api/import/command.ts checked': isResumed,
  'api/import/purge.ts purgeImports': isResumed,
  'api/level/settle-due.ts settleCompany': isResumed,
  'api/mail/queue.ts send':
    'mails are sent at least once: the job ends last, and a retry repeats the mail',
  'api/mail/write-mail.ts writeMail':
    'a token without its mail is unknown to everybody, ends no other token and expires',
  'api/notification/push/push-queue.ts send':
    'a push is sent at least once: devices that are gone are deleted first, and one of two branches ends the job',
  'api/privacy/erase.ts leave': counted,
  'api/privacy/inactive/inactive.ts announce': isResumed,
  'api/privacy/inactive/inactive.ts eraseInactive': isResumed,
  'api/promotion/newcomer-guard.ts newcomerGuard': counted,
  'api/report/close-month.ts close':
    'the first one only reads: it checks the person and the month; the last one checks the person again',
  'api/report/close-month.ts closeMonth':
    'the first one adds to the runs of the company and ends the call, or reads only',
  'api/report/close-month.ts closeRun': isResumed,
  'api/review/find.ts findInCompany': isResumed,
  'api/report/fold.ts rebuildReports': 'the job folds what a stopped rebuild has left',
  'api/reseal/reseal.ts reseal':
    'the command may be stopped anywhere: the older secret is retired last, when nothing needs it',
  'api/sandbox/advance-clock.ts advanceClock':
    'a repeat of the call moves nothing and does the rest, and so do the jobs',
  'api/server/admission.ts identifyCaller':
    'one of two branches; each admits a token, which the next call would do',
  'api/session/login-link.ts linkLogin': counted,
  'api/session/login-link.ts requestLoginLink': requested,
  'api/session/login.ts login': counted,
  'api/session/password-reset.ts requestPasswordReset': requested,
  'api/session/password-reset.ts resetPassword': counted,
  'api/session/purge.ts purgeExpired': isResumed,
  'api/session/purge.ts purgeSessions': isResumed,
  'api/session/session.ts endSessionOf': counted,
  'api/staff/enrol.ts confirmTotp': counted,
  'api/staff/invite.ts invite': counted,
  'api/staff/invite.ts inviteAgain': counted,
  'api/staff/invitation.ts acceptInvitation': counted,
  'api/staff/invitation.ts readInvitation': counted,
  'api/staff/password.ts changePassword': counted,
  'api/staff/password.ts requestStaffReset': requested,
  'api/staff/password.ts resetStaffPassword': counted,
  'api/staff/purge.ts purgeStaff': isResumed,
  'api/staff/second-factor.ts giveFactor': counted,
  'api/staff/sign-in.ts signIn': counted,
  'api/webhook/deliver.ts poll': 'a claim lasts 60 s; then its messages are due again',
}

// After the first commit the process may die or the next one be refused, and the first one stays.
test('a function with two or more transactions has a reason why each may stand alone', () => {
  expect(severalCommits(verbFiles).toSorted()).toEqual(Object.keys(severalTransactions).toSorted())
})

test.each([
  ['await engine.apply(a); await queueMail(database, b)'],
  ['await context.engine.apply(a); await context.queueMail(database, b)'],
  ['await transaction(database, b); await transaction(database, c)'],
  ['await other(database); await rows(database, sql`delete from lot where id = $1`)'],
  ['await row(database, sql`select note_seen($1)`); await other(database)'],
  ['await transaction(database, b); await inner(); async function inner() { await other(c) }'],
  ['await other(d, async () => { await transaction(database, b) })'],
  ['if (a) await other(b); else await transaction(database, c)'],
])('the rule sees two commits in: %s', (body) => {
  expect(severalCommits(filesWith(body))).toEqual(['api/a.ts verb'])
})

test.each([
  [
    'await transaction(database, async (connection) => { await other(connection); await other(b) })',
  ],
  ['await other(connection); await rows(connection, sql`delete from lot`); await other(database)'],
  ['await row(database, sql`select stored_level($1, $2)`); await other(database)'],
  ['await rows(database, sql`select id from lot for update`); await other(database)'],
  ['await reader(database); await other(database)'],
  ['await other(database); if (a) await verb(b)'],
  ['async function inner() { await other(a) } async function outer() { await other(a) }'],
])('the rule sees at most one commit in: %s', (body) => {
  expect(severalCommits(filesWith(body))).toEqual([])
})

/** A verb with this body, and the functions of another file that it may call. */
function filesWith(body: string): Map<string, string> {
  return new Map([
    ['api/a.ts', `import { other, reader } from './b.ts'\nasync function verb() { ${body} }`],
    [
      'api/b.ts',
      'export const other = (database) => transaction(database, work)\nexport const reader = (database) => rows(database, sql`select 1 from lot`)',
    ],
  ])
}
