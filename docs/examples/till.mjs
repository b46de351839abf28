// A sale of R$ 45,90 from start to end, and a return of R$ 15,00. The customer pays R$ 5,00 of the sale with points.
// Run `node till.mjs 52998224725 sale-2001`, with the address in FIEL and the key of the till in KEY.

import { createInterface } from 'node:readline/promises'

import { isErrorOf, openTill, TillError } from 'fiel-till'

const { FIEL: url = 'http://localhost:3000/api', KEY: key = '' } = process.env
const [document = '', number = ''] = process.argv.slice(2)
const till = openTill({ url, key })
const cashier = createInterface(process.stdin, process.stdout)

const sale = {
  customer: { document },
  purchase_value: 4590,
  external_id: number,
  subsidiary_name: 'Aurora Pinheiros',
}

try {
  const { points_amount } = await till.simulatePoints(sale)
  console.log(`The sale earns ${points_amount} points.`)

  // The points are held until the customer says the code, taps “Autorizar”, or 10 minutes are over.
  const intention = await till.openIntention({
    ...sale,
    points_value: 500,
    external_id: `${number}-points`,
  })
  const points_value = await capture(intention.id)

  // Call this once the rest is paid. A second call with the same external_id counts once.
  const record = await till.generatePoints({ ...sale, points_value })
  console.log(`${record.points_amount} points given. Balance: ${record.balance.amount_balance}.`)

  const returned = await till.reversePoints(record.id, {
    returned_value: 1500,
    external_id: `${number}-return`,
  })
  console.log(`${returned.points_amount} points returned.`)
} catch (error) {
  if (!(error instanceof TillError)) throw error
  console.log(`${error.message} (${error.code})`)
  process.exitCode = 1
} finally {
  cashier.close()
}

/**
 * Asks for the code until it is right. Returns the centavos that were paid with points.
 * @param {string} id
 * @returns {Promise<number>}
 */
async function capture(id) {
  const code = await cashier.question("The code on the customer's phone: ")
  try {
    const { captured } = await till.captureIntention(id, { code })
    return captured?.points_value ?? 0
  } catch (error) {
    const isWrong = isErrorOf(error, 'captureIntention') && error.code === 'wrong_code'
    if (!isWrong || error.details.attempts_left === 0) throw error
    console.log(error.message)
    return capture(id)
  }
}
