import type { Defect } from './defect.ts'

const blockTest = 'api/desk/block.test.ts'
const reverseTest = 'api/desk/reverse.test.ts'
const correctTest = 'api/desk/correct.test.ts'
const requestTest = 'api/desk/adjustment-request.test.ts'
const blockRace = 'api/desk/block.race.test.ts'

/** Defects of the customer desk's acts (D15). */
export const deskDefects: Defect[] = [
  {
    name: 'a blocked customer redeems',
    file: 'engine/dispatch.sql',
    line: "'capture', 'redeem', 'spend', 'hold'",
    wrong: "'capture', 'spend', 'hold'",
    test: { file: blockTest, title: 'are spent by no verb of the engine' },
  },
  {
    name: 'a capture does not look for a block',
    file: 'engine/dispatch.sql',
    line: "'confirm', 'capture', 'redeem'",
    wrong: "'confirm', 'redeem'",
    test: { file: blockTest, title: 'leave a hold at once, also an authorised one' },
  },
  {
    name: 'a repeated capture is refused once the customer is blocked',
    file: 'engine/dispatch.sql',
    line: "status = 'CAPTURED') then",
    wrong: "status = 'NONE') then",
    test: { file: blockTest, title: 'the repeated capture gets its first answer' },
  },
  {
    name: 'a block leaves the open hold',
    file: 'api/desk/block.ts',
    line: "    await endOpenIntention(connection, { company_id, customer_id, now }, 'cancel')\n",
    wrong: '',
    test: { file: blockTest, title: 'leave a hold at once, also an authorised one' },
  },
  {
    name: 'a block leaves the sessions open',
    file: 'api/desk/block.ts',
    line: '    await endSessions(connection, company_id, customer_id, now)\n',
    wrong: '',
    test: { file: blockTest, title: 'is signed out everywhere' },
  },
  {
    name: 'a sign-in does not wait for a block',
    file: 'api/customer/stored/block.sql',
    line: '      for share;\n',
    wrong: '      ;\n',
    test: { file: blockRace, title: 'a sign-in that waits for a block' },
  },
  {
    name: 'a blocked pre-registered record is taken over',
    file: 'api/customer/add.ts',
    line: '  await refuseBlocked(connection, company_id, added.id)\n',
    wrong: '',
    test: { file: blockTest, title: 'of a pre-registered document is not taken over' },
  },
  {
    name: 'a sign-in of the identity provider ignores a block',
    file: 'api/credential/sign-in.ts',
    line: '  if (account) await refuseBlocked(connection, company_id, account.customer_id)\n',
    wrong: '',
    test: { file: blockTest, title: 'is refused with every ID token' },
  },
  {
    name: 'a repeated reversal has a second entry in the audit log',
    file: 'api/desk/reverse.ts',
    line: 'record.sequence <= customer.sequence',
    wrong: 'record.sequence < customer.sequence',
    test: { file: reverseTest, title: 'by a repeated key moves nothing again' },
  },
  {
    name: 'the number of a reversal by the staff is shown as a till’s',
    file: 'engine/command.ts',
    line: ' || external_id?.startsWith(reversalPrefix)',
    wrong: '',
    test: { file: reverseTest, title: 'takes its points back, with an entry in the audit log' },
  },
  {
    name: 'a corrected email leaves the sessions open',
    file: 'api/customer/correct.ts',
    line: '  await endSessions(connection, company_id, customer_id, now)\n',
    wrong: '',
    test: { file: correctTest, title: 'of the email ends sessions and links' },
  },
  {
    name: 'a corrected email stays confirmed',
    file: 'api/customer/correct.ts',
    line: 'email_verified_at = case when email = ${email} then email_verified_at end',
    wrong: 'email_verified_at = case when ${email}::text is not null then email_verified_at end',
    test: { file: correctTest, title: 'of the email ends sessions and links' },
  },
  {
    name: 'a correction leaves the accounts of the identity provider',
    file: 'api/customer/correct.ts',
    line: 'const hadAccount = await dropAccounts(connection, company_id, customer_id)',
    wrong: 'const hadAccount = [company_id].length === 0',
    test: { file: correctTest, title: 'detaches accounts of the identity provider' },
  },
  {
    name: 'a person approves the own request for an adjustment',
    file: 'api/desk/adjustment-request.ts',
    line: "    if (request.staff_id === staff.id) throw new ApiError('own_request')\n",
    wrong: '',
    test: { file: requestTest, title: 'is approved by neither its author, an attendant' },
  },
  {
    name: 'an adjustment above the limit is made by one person',
    file: 'api/desk/adjust.ts',
    line: '    if (terms.needs_second_person && isAboveLimit(terms, points_amount)) {',
    wrong: '    if (terms.needs_second_person && !isAboveLimit(terms, points_amount)) {',
    test: { file: requestTest, title: 'is made by nobody alone' },
  },
  {
    name: 'a request for an adjustment never ends',
    file: 'api/desk/adjustment-request.ts',
    line: ' || new Date(request.expires_at) <= now',
    wrong: '',
    test: { file: requestTest, title: 'ends after 7 days' },
  },
]
