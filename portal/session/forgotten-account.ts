/** The account whose password is forgotten (R3.12): one field becomes one of two headers. */

import * as z from 'zod/mini'

import { bareDocument } from '#contract/person/document.ts'
import { PasswordResetHeaders } from '#contract/session.ts'

/** Text with an @ is an email, other text a CPF or CNPJ. Errors use the message of that rule. */
export const ForgottenAccount = z.object({
  identifier: z.pipe(
    z.string(),
    z.transform((typed, { issues }): z.output<typeof PasswordResetHeaders> => {
      const checked = PasswordResetHeaders.safeParse(headersOf(typed))
      if (checked.success) return checked.data
      for (const { message } of checked.error.issues) {
        issues.push({ code: 'custom', message, input: typed })
      }
      return z.NEVER
    }),
  ),
})

function headersOf(typed: string): z.input<typeof PasswordResetHeaders> {
  if (typed.includes('@')) return { 'customer-email': typed }
  const document = bareDocument(typed)
  return document ? { 'customer-document': document } : {}
}
