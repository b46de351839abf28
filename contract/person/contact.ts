/** Email and phone: the ways to reach a person (R5.1, R5.2). */

import * as z from 'zod/mini'

const emailMessage = 'Insira um email válido'
const phoneMessage = 'Insira um número de celular válido'

/** R5.1, R4.6: lower-cased on its way in, so that one mailbox is one account. */
export const Email = z
  .string({ error: emailMessage })
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(191, { error: emailMessage }),
    z.email({ error: emailMessage }),
  )

/** Brazil's 67 area codes (DDD), as Anatel assigns them. */
const areaCodes: ReadonlySet<string> = new Set(
  [
    '11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38 41 42 43 44 45 46 47 48 49',
    '51 53 54 55 61 62 63 64 65 66 67 68 69 71 73 74 75 77 79 81 82 83 84 85 86 87 88 89',
    '91 92 93 94 95 96 97 98 99',
  ].flatMap((line) => line.split(' ')),
)

/**
 * Whether a number begins with an area code of the list. The portal only shows a hint and accepts other numbers: Anatel adds
 * area codes, and the person knows their own number (D13).
 */
export function hasAreaCode(phone: string): boolean {
  const areaCode = phone.replaceAll(/\D/g, '').slice(0, 2)
  return areaCode.length < 2 || areaCodes.has(areaCode)
}

/** R5.2: 11 digits (DDD and number), or 13 with the country's 55 before them; stored as '+55' and 11 digits (R4.6). */
export const Phone = z.pipe(
  z.string({ error: phoneMessage }).check(z.regex(/^\+?(55)?\d{11}$/, { error: phoneMessage })),
  z.transform((phone) => `+55${phone.slice(-11)}`),
)

/** A phone as a till sends it: '(11) 98765-4321' is '+5511987654321' (D13). A query turns an unescaped '+' into a space. */
export const PunctuatedPhone = z.pipe(
  z.pipe(
    z.string({ error: phoneMessage }).check(z.maxLength(40, { error: phoneMessage })),
    z.transform((phone) => phone.replaceAll(/[\s().-]/g, '')),
  ),
  Phone,
)
