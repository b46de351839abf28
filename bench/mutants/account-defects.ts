import type { Defect } from './defect.ts'

const attempt_test = 'api/session/attempt.test.ts'

export const account_defects: Defect[] = [
  {
    name: 'guesses are counted under the identifier, not the account',
    file: 'api/session/login.ts',
    line: 'accounts.length > 0 ? accounts.map(({ id }) => id) : identifier.canonical',
    wrong: 'identifier.canonical',
    test: { file: attempt_test, title: 'counts guesses under one account, however it is named' },
  },
  {
    name: 'a phone is read from the last digits',
    file: 'api/session/identifier.ts',
    line: '/^(?:55)?(\\d{11})$/',
    wrong: '/(\\d{11})$/',
    test: { file: attempt_test, title: 'evaluates no guess by a phone with digits before it' },
  },
  {
    name: 'a right password forgives the guess at another account',
    file: 'api/session/login.ts',
    line: 'accounts.slice(right)',
    wrong: 'accounts',
    test: { file: attempt_test, title: 'signing in with a phone that equals a CPF forgives' },
  },
  {
    name: 'mails are not counted by recipient',
    file: 'api/mail/write-mail.ts',
    line: '!is_retry && (await isFlooded(database, job, email, now))',
    wrong: 'false',
    test: { file: 'api/mail/write-mail.test.ts', title: 'mails one mailbox six links at once' },
  },
]
