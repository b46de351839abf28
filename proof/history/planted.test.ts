/** Histories made by hand: each planted defect must be refused, and what only looks wrong must be explained. */

import { describe, expect, test } from 'vitest'

import { judge } from './judge.ts'
import type { Answer, Fields } from './operation.ts'
import { atOnce, Teller } from './testing/teller.ts'

const sale = (external_id: string, points = 10) =>
  ({ verb: 'earn', external_id, centavos: points * 100, waits: false }) as const
const capture = (intention: string) =>
  ({ verb: 'capture', intention, code: { digits: '123456', isRight: true }, points: null }) as const
/** Prize 4 costs 40 points. */
const redeem = { verb: 'redeem', products: [[4, 1]] as [number, number][] } as const

/** The answer with other fields. */
function changed(answer: Answer | null, fields: Fields): Answer {
  return { ...answer!, fields: { ...answer!.fields, ...fields } }
}

function withVoucher(id: string): Partial<Answer> {
  return { fields: { vouchers: [{ id, code: `code ${id}`, points: 40 }] } }
}

describe('the search refuses', () => {
  test('a lost update: the second of two concurrent sales does not see the first [I1]', () => {
    const teller = new Teller()
    const first = teller.does(sale('a'))
    const second = teller.does(sale('b'))
    atOnce(first, second)
    second.answer = changed(second.answer, { sequence: 1, balance: { amount: 10, value: 33 } })
    expect(judge(teller.history)).toHaveLength(1)
  })

  test('a lost update that only a later read shows [I1 I3]', () => {
    const teller = new Teller()
    teller.does(sale('a'))
    teller.does(sale('b'))
    teller.isTold({ verb: 'balance' }, { fields: { amount: 10, value: 33 } })
    expect(judge(teller.history)).toEqual([
      'customer 0, operation 2 ({"verb":"balance"} → done {"amount":10,"value":33}): no order explains it. ' +
        'Without the calls beside it the answer is done {"amount":20,"value":66}.',
    ])
  })

  test('a double spend: two concurrent redemptions of the same points both succeed [I2]', () => {
    const teller = new Teller()
    teller.earns(40)
    const one = teller.isTold(redeem, withVoucher('one'))
    const other = teller.isTold(redeem, withVoucher('other'))
    atOnce(one, other)
    expect(judge(teller.history)).toHaveLength(1)
  })

  test('a stale read: a balance after an acknowledged sale lacks its points [I3]', () => {
    const teller = new Teller()
    const read = teller.does({ verb: 'balance' })
    const sold = teller.does(sale('a'))
    expect(judge(teller.history)).toEqual([])
    ;[read.invoked_at, read.returned_at] = [sold.returned_at! + 1, sold.returned_at! + 2]
    expect(judge(teller.history)).toHaveLength(1)
  })

  test('reads that go back in time: the second of two shows the older balance [I3]', () => {
    const teller = new Teller()
    const sold = teller.does(sale('a'))
    teller.does({ verb: 'balance' })
    teller.isTold({ verb: 'balance' }, { fields: { amount: 0, value: 0 } })
    sold.returned_at = 100
    expect(judge(teller.history)).toHaveLength(1)
  })

  test('a retry that counts twice: the same key makes a second record [I5]', () => {
    const teller = new Teller()
    teller.does(sale('a'), { key: 'k', till: 0 })
    const again = teller.does(sale('b'))
    Object.assign(again, { key: 'k', caller: 'till 0', command: sale('a') })
    expect(judge(teller.history)).toHaveLength(1)
  })

  test('a repeated external_id that makes a second record [I5]', () => {
    const teller = new Teller()
    teller.does(sale('a'))
    const again = teller.does(sale('b'))
    again.command = sale('a')
    expect(judge(teller.history)).toHaveLength(1)
  })

  test('a repeat that is told another answer than the first [I6]', () => {
    const teller = new Teller()
    teller.does(redeem, { key: 'k' })
    const again = teller.does(redeem, { key: 'k', isRepeat: true })
    expect(again.answer).toMatchObject({ error: 'insufficient_balance', replayed: true })
    again.answer = { error: null, replayed: true, fields: withVoucher('one').fields! }
    expect(judge(teller.history)).toHaveLength(1)
  })

  test('a read of a write that was rolled back [I1]', () => {
    const teller = new Teller()
    teller.loses(sale('a'))
    teller.isTold({ verb: 'balance' }, { fields: { amount: 10, value: 33 } })
    teller.isTold({ verb: 'balance' }, { fields: { amount: 0, value: 0 } })
    expect(judge(teller.history)).toHaveLength(1)
  })

  test('a negative balance: a redemption of more than there is [I2]', () => {
    const teller = new Teller()
    teller.earns(30)
    teller.isTold(redeem, withVoucher('one'))
    teller.isTold({ verb: 'balance' }, { fields: { amount: -10, value: -33 } })
    expect(judge(teller.history)).toHaveLength(1)
  })

  test('a capture after the till has cancelled the intention [I9]', () => {
    const teller = new Teller()
    teller.earns(50)
    const id = teller.opens(20)
    const captured = teller.does(capture(id), { till: 0 })
    const cancelled = teller.isTold({ verb: 'cancel', intention: id }, {}, { till: 0 })
    ;[cancelled.invoked_at, cancelled.returned_at] = [
      captured.invoked_at - 2,
      captured.invoked_at - 1,
    ]
    expect(judge(teller.history)).toHaveLength(1)
  })

  test('a second capture of one intention, with a record of its own [I9]', () => {
    const teller = new Teller()
    teller.earns(50)
    const id = teller.opens(20)
    const captured = teller.does(capture(id), { till: 0 })
    const { answer } = captured
    const record = { record: 'another', points: 20, value: 66 }
    const second = teller.isTold(capture(id), changed(answer, { captured: record }), { till: 0 })
    atOnce(captured, second)
    expect(judge(teller.history)).toHaveLength(1)
  })

  test('a capture of more than was held [I9]', () => {
    const teller = new Teller()
    teller.earns(50)
    const id = teller.opens(20)
    const captured = teller.does(capture(id), { till: 0 })
    const record = { record: 'r', points: 21, value: 70 }
    captured.answer = changed(captured.answer, { captured: record })
    expect(judge(teller.history)).toHaveLength(1)
  })

  test('a refused redemption that took the points [I1]', () => {
    const teller = new Teller()
    teller.earns(30)
    teller.does(redeem)
    teller.isTold({ verb: 'balance' }, { fields: { amount: 0, value: 0 } })
    expect(judge(teller.history)).toHaveLength(1)
  })

  test('a return that counts twice: two concurrent returns both take the points [I10]', () => {
    const teller = new Teller()
    const record = teller.earns(30)
    const giveBack = (external_id: string) =>
      ({ verb: 'return', record, external_id, centavos: null }) as const
    const first = teller.does(giveBack('x'))
    const second = teller.isTold(giveBack('y'), changed(first.answer, { id: 'r', sequence: 3 }))
    atOnce(first, second)
    expect(judge(teller.history)).toHaveLength(1)
  })

  test('a voucher that is withdrawn and cancelled [I11]', () => {
    const teller = new Teller()
    teller.earns(40)
    const [voucher] = teller.does(redeem).answer!.fields['vouchers'] as Fields[]
    const used = { voucher: voucher!['code'] as string }
    const withdrawn = teller.does({ verb: 'withdraw', ...used })
    const cancelled = changed(withdrawn.answer, { state: 'CANCELLED' })
    atOnce(withdrawn, teller.isTold({ verb: 'give_back', ...used }, cancelled))
    expect(judge(teller.history)).toHaveLength(1)
  })

  test('a second activation of a promotion that allows one [I12]', () => {
    const teller = new Teller()
    const activate = { verb: 'activate', promotion: 'UMA' } as const
    const first = teller.does(activate)
    const second = changed(first.answer, { id: 'r', balance: { amount: 22, value: 73 } })
    atOnce(first, teller.isTold(activate, second))
    expect(judge(teller.history)).toHaveLength(1)
  })

  test('a sixth wrong code that is still counted [I9]', () => {
    const teller = new Teller()
    teller.earns(50)
    const id = teller.opens(20)
    const wrong = { ...capture(id), code: { digits: '000000', isRight: false } }
    for (let n = 0; n < 5; n += 1) teller.does(wrong, { till: 0 })
    expect(judge(teller.history)).toEqual([])
    teller.isTold(wrong, { error: 'wrong_code', fields: { attempts_left: 0 } }, { till: 0 })
    expect(judge(teller.history)).toHaveLength(1)
  })

  test('a key that is in use although no other call has it [I7]', () => {
    const teller = new Teller()
    const busy = { error: 'idempotency_in_progress' }
    const refused = teller.isTold(sale('a'), busy, { key: 'k', till: 0 })
    expect(judge(teller.history)).toHaveLength(1)
    atOnce(refused, teller.does(sale('a'), { key: 'k', till: 0 }))
    expect(judge(teller.history)).toEqual([])
  })

  test('a history that it cannot decide within its limit', () => {
    const teller = new Teller()
    atOnce(...['a', 'b', 'c', 'd'].map((external_id) => teller.does(sale(external_id))))
    expect(judge(teller.history, 3)).toEqual([expect.stringContaining('undecided after')])
  })
})

describe('the search explains', () => {
  test('concurrent calls whose answers come in another order than their effects', () => {
    const teller = new Teller()
    const calls = ['a', 'b', 'c', 'd', 'e'].map((external_id) => teller.does(sale(external_id)))
    atOnce(...calls)
    calls.forEach((call, at) => (call.returned_at = 100 - at))
    expect(judge(teller.history)).toEqual([])
  })

  test('a read beside a sale that shows the balance before it, and one that shows it after', () => {
    const teller = new Teller()
    const before = teller.does({ verb: 'balance' })
    const sold = teller.does(sale('a'))
    const after = teller.does({ verb: 'balance' })
    atOnce(before, sold, after)
    expect(judge(teller.history)).toEqual([])
  })

  test('a call without an answer that takes effect after later calls have returned [I5]', () => {
    const teller = new Teller()
    const lost = teller.loses(sale('a'), { till: 0 })
    teller.does({ verb: 'balance' })
    teller.takesEffect(lost)
    const read = teller.does({ verb: 'balance' })
    expect(read.answer!.fields).toEqual({ amount: 10, value: 33 })
    expect(judge(teller.history)).toEqual([])
  })

  test('a call without an answer that never takes effect, and one whose repeat is carried out [I5]', () => {
    const teller = new Teller()
    teller.loses(sale('a'), { till: 0, key: 'k' })
    teller.loses(sale('b'), { till: 0 })
    teller.does(sale('a'), { till: 0, key: 'k', isRepeat: true })
    teller.does({ verb: 'balance' })
    expect(judge(teller.history)).toEqual([])
  })

  test('a call without an answer whose repeat gets the stored answer [I5 I6]', () => {
    const teller = new Teller()
    const lost = teller.loses(sale('a'), { till: 0, key: 'k' })
    teller.takesEffect(lost)
    const repeated = teller.does(sale('a'), { till: 0, key: 'k', isRepeat: true })
    expect(repeated.answer!.replayed).toBe(true)
    expect(judge(teller.history)).toEqual([])
  })

  test('an intention that only the customer’s read shows, because the till got no answer [I9]', () => {
    const teller = new Teller()
    teller.earns(50)
    const lost = teller.loses(
      { verb: 'open', external_id: 'i', points: 20, shop: 'Loja' },
      { till: 0 },
    )
    teller.takesEffect(lost)
    const read = teller.does({ verb: 'intention' })
    const { id } = read.answer!.fields['open'] as { id: string }
    teller.does({ verb: 'confirm', intention: id })
    teller.does({ ...capture(id), code: null }, { till: 0 })
    expect(judge(teller.history)).toEqual([])
  })

  test('a lost cancellation beside a capture that came first, and one that came last [I9]', () => {
    for (const isCancelledFirst of [true, false]) {
      const teller = new Teller()
      teller.earns(50)
      const id = teller.opens(20)
      const lost = teller.loses({ verb: 'cancel', intention: id }, { till: 0 })
      if (isCancelledFirst) teller.takesEffect(lost)
      const { answer } = teller.does(capture(id), { till: 0 })
      expect(answer!.error).toBe(isCancelledFirst ? 'intention_over' : null)
      expect(judge(teller.history)).toEqual([])
    }
  })

  test('two customers whose calls alternate, each by a history of its own', () => {
    const [one, other] = [new Teller(), new Teller()]
    one.earns(40)
    other.earns(30)
    const second = other.history.map((call) => ({ ...call, n: call.n + 100, customer: 1 }))
    expect(judge([...one.history, ...second])).toEqual([])
    expect(
      judge([...one.history, ...second.map((call) => ({ ...call, customer: 0 }))]),
    ).toHaveLength(1)
  })
})
