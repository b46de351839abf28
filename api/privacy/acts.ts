/**
 * The audit log's entries for requests under the LGPD (D16). An entry names a customer by id and contains no
 * other value of the person.
 */

import type { Act, Actor } from '#api/audit/note.ts'

/** `by`: the kind of identifier with which the customer was looked up. */
export function customerFound(actor: Actor, ids: string[], by: string): Act {
  const [id] = ids
  const isOne = id !== undefined && ids.length === 1
  return {
    action: 'customer.found',
    subject: isOne ? id : null,
    sentence: `${actor.name} procurou um cliente e achou ${isOne ? id : ids.length}`,
    after: { by, found: ids.length },
  }
}

export function customerExported(actor: Actor, id: string, detail: object): Act {
  return {
    action: 'customer.exported',
    subject: id,
    sentence: `${actor.name} exportou os dados do cliente ${id}`,
    after: detail,
  }
}

/** `detail`: why, and what was forfeited. */
export function customerErased(actor: Actor, id: string, detail: object): Act {
  return {
    action: 'customer.erased',
    subject: id,
    sentence: `${actor.name} apagou o cliente ${id}`,
    after: detail,
  }
}
