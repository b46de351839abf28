/** What the clients know of a customer from answers, so that their calls name purchases, intentions and vouchers. */

import type { Answer, Command, Fields } from './operation.ts'

/** A call before it is sent. */
export type Call = {
  caller: string
  key: string | null
  command: Command
  isRepeat: boolean
}

export type SeenIntention = { id: string; till: string }

/** Repeats choose among this many of the last calls. */
const maxCalls = 30

export class Knowledge {
  readonly purchases: string[] = []
  readonly captures: string[] = []
  readonly vouchers: string[] = []
  readonly intentions: SeenIntention[] = []
  /** The digits that the customer has seen, by intention. */
  readonly codes = new Map<string, string>()
  /** The last calls that a key or an `external_id` makes repeatable. */
  readonly calls: Call[] = []

  sent(call: Call): void {
    if (call.key === null && !('external_id' in call.command)) return
    this.calls.push(call)
    if (this.calls.length > maxCalls) this.calls.shift()
  }

  /** `digits`: the code that an answer to the customer shows. */
  learn({ caller, command }: Call, { error, fields }: Answer, digits: string | null): void {
    if (error !== null) return
    const id = fields['id'] as string
    switch (command.verb) {
      case 'earn':
        add(this.purchases, id)
        break
      case 'open':
        if (this.intentions.every((one) => one.id !== id))
          this.intentions.push({ id, till: caller })
        break
      case 'capture':
        add(this.captures, (fields['captured'] as Fields)['record'] as string)
        break
      case 'redeem':
        for (const { code } of fields['vouchers'] as Fields[]) add(this.vouchers, code as string)
        break
      case 'confirm':
        if (digits !== null) this.codes.set(id, digits)
        break
      case 'intention':
        if (digits !== null) this.codes.set((fields['open'] as Fields)['id'] as string, digits)
        break
    }
  }
}

function add(list: string[], id: string): void {
  if (!list.includes(id)) list.push(id)
}
