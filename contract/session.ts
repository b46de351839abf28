/** Signing in and staying signed in (R3). */

import * as z from 'zod/mini'

/** R3.1: how long a token, and the cookie that holds it, lives. */
export const session_days = 60

const password_length = { min: 6, max: 30 }

const password_message = `Insira uma senha válida, que deve conter entre ${password_length.min} e ${password_length.max} caracteres`

/** R5.6. Any character a keyboard writes, spaces at the ends too. */
export const Password = z.string({ error: password_message }).check(
  z.minLength(password_length.min, { error: password_message }),
  z.maxLength(password_length.max, { error: password_message }),
  z.refine((password) => password.isWellFormed() && !/\p{Cc}/u.test(password), {
    error: password_message,
  }),
)

/** R3.3, D10: email, CPF/CNPJ or phone in one field, as the person wrote it. */
export const Login = z.strictObject({
  identifier: z
    .string({ error: 'Informe seu email, CPF/CNPJ ou celular' })
    .check(
      z.trim(),
      z.minLength(1, { error: 'Informe seu email, CPF/CNPJ ou celular' }),
      z.maxLength(191, { error: 'Informe seu email, CPF/CNPJ ou celular' }),
    ),
  password: z
    .string({ error: 'Informe sua senha' })
    .check(
      z.minLength(1, { error: 'Informe sua senha' }),
      z.maxLength(password_length.max, { error: 'As credenciais estão incorretas.' }),
    ),
})
export type Login = z.infer<typeof Login>
