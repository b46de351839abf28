import type { Defect } from './defect.ts'

const attemptTest = 'api/attempt/attempt.test.ts'
const proofTest = 'api/customer/mailbox-proof.test.ts'

export const accountDefects: Defect[] = [
  {
    name: 'failed logins are counted by identifier instead of by account',
    file: 'api/session/login.ts',
    line: 'accounts.length > 0 ? accounts.map(({ id }) => id) : identifier.canonical',
    wrong: 'identifier.canonical',
    test: { file: attemptTest, title: 'guesses of one account are counted together' },
  },
  {
    name: 'a phone is read from the last digits of any longer number',
    file: 'api/session/identifier.ts',
    line: '/^(?:55)?(\\d{11})$/',
    wrong: '/(\\d{11})$/',
    test: { file: attemptTest, title: 'a login by a phone with more digits before it' },
  },
  {
    name: 'a correct password removes the counted attempt at another account',
    file: 'api/session/login.ts',
    line: 'accounts.slice(at)',
    wrong: 'accounts',
    test: { file: attemptTest, title: 'if a phone equals another’s CPF, logins' },
  },
  {
    name: 'mails are not rate limited by recipient',
    file: 'api/mail/write-mail.ts',
    line: "if (error instanceof ApiError && error.code === 'too_many_requests') return true",
    wrong: "if (error instanceof ApiError && error.code === 'too_many_requests') return false",
    test: {
      file: 'api/mail/write-mail.test.ts',
      title: 'at most six mails with links are sent at once',
    },
  },
  {
    name: 'a mailed link with a wrong password keeps the account as it is',
    file: 'api/customer/mailbox-proof.ts',
    line: '    if (!(await isPassword(current_password, link.password_hash)))\n',
    wrong: '    if ((await isPassword(current_password, link.password_hash)) === undefined)\n',
    test: { file: proofTest, title: 'with a wrong password is refused, changes nothing' },
  },
  {
    name: 'a session of one account confirms the email of another account',
    file: 'api/customer/mailbox-proof.ts',
    line: '  if (customer_id === link.customer_id) return',
    wrong: '  if (customer_id !== null) return',
    test: {
      file: proofTest,
      title: 'a confirmation link needs the password',
    },
  },
  {
    name: 'a mailed link without a password ends the password at once',
    file: 'api/customer/email-confirmation.ts',
    line: '{ refusesToEnd: true }',
    wrong: '{ refusesToEnd: false }',
    test: { file: proofTest, title: 'without a password is refused, changes nothing' },
  },
  {
    name: 'a change of a customer does not lock the row that it decides by',
    file: 'api/customer/change.ts',
    line: 'for no key update',
    // Remove the lock. With a shared lock the two changes would deadlock, and transaction() would correctly retry one.
    wrong: '',
    test: {
      file: 'api/customer/change.race.test.ts',
      title: 'if two calls of PUT /customer each clear one contact',
    },
  },
  {
    name: 'a login ignores a concurrent change of the password',
    file: 'api/session/login.ts',
    line: 'if (!(await row(connection, statement)))',
    wrong: 'if (!statement)',
    test: {
      file: 'api/customer/change.race.test.ts',
      title: 'a login with a password that is changed',
    },
  },
  {
    name: 'the first sale to an unknown document ignores the first level',
    file: 'engine/dispatch.sql',
    line: 'base_multiplier(company)),',
    wrong: '1),',
    test: {
      file: 'api/level/base-multiplier.test.ts',
      title: 'the first sale to an unknown document',
    },
  },
  {
    name: 'a decline binds the till that had asked, and no other of its shop',
    file: 'api/intention/stored/ask-terms.sql',
    line: '     and intention.subsidiary_key = p_subsidiary_key\n',
    wrong:
      '     and intention.partner_key_id = p_partner_key_id\n     and intention.subsidiary_key = p_subsidiary_key\n',
    test: {
      file: 'api/intention/scenario.test.ts',
      title: 'after a decline another till of the shop',
    },
  },
]
