/** Email and phone: the ways to reach a person (R5.1, R5.2). */

import * as z from 'zod/mini'

const email_message = 'Insira um email válido'
const phone_message = 'Insira um número de celular válido'

/** R5.1, R4.6: lower-cased on its way in, so that one mailbox is one account. */
export const Email = z
  .string({ error: email_message })
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(191, { error: email_message }),
    z.email({ error: email_message }),
  )

/** R5.2: 11 digits (DDD and number), or 13 with the country's 55 before them; kept as '+55' and 11 digits (R4.6). */
export const Phone = z.pipe(
  z.string({ error: phone_message }).check(z.regex(/^\+?(55)?\d{11}$/, { error: phone_message })),
  z.transform((phone) => `+55${phone.slice(-11)}`),
)

/** A phone as a till sends it: '(11) 98765-4321' is '+5511987654321' (D13). A query turns an unescaped '+' into a space. */
export const PunctuatedPhone = z.pipe(
  z.pipe(
    z.string({ error: phone_message }).check(z.maxLength(40, { error: phone_message })),
    z.transform((phone) => phone.replaceAll(/[\s().-]/g, '')),
  ),
  Phone,
)
