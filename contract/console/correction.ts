/** A staff member corrects a customer's data after the person has proven them (D15). */

import * as z from 'zod/mini'

import { Name } from '#contract/customer.ts'
import { Email, PunctuatedPhone } from '#contract/person/contact.ts'
import { PunctuatedDocument } from '#contract/person/document.ts'
import { Birthdate } from '#contract/value/date.ts'

/** What the staff member has seen. It is part of the audit log. */
export const correctionProofs = ['photo_id', 'company_papers', 'bill', 'attorney'] as const
export type CorrectionProof = (typeof correctionProofs)[number]

/** A proof in a sentence, as 'prova: documento com foto'. */
export const correctionProofNames: Record<CorrectionProof, string> = {
  photo_id: 'documento com foto',
  company_papers: 'cartão CNPJ ou contrato social',
  bill: 'conta no nome da pessoa',
  attorney: 'documento de representante legal',
}

/** The fields that a correction may change. */
export const correctedFields = ['name', 'document', 'email', 'phone', 'birthdate'] as const
export type CorrectedField = (typeof correctedFields)[number]

/** A field in a sentence, as 'corrigiu o email e o celular'. */
export const correctedFieldNames: Record<CorrectedField, string> = {
  name: 'o nome',
  document: 'o CPF ou CNPJ',
  email: 'o email',
  phone: 'o celular',
  birthdate: 'a data de nascimento',
}

export const nothingCorrected = 'Mude pelo menos um dado'

/** POST /admin/customer/{id}/correction: the fields that are sent change. */
export const CustomerCorrection = z
  .strictObject({
    name: z.optional(Name),
    document: z.optional(PunctuatedDocument),
    email: z.optional(Email),
    phone: z.optional(PunctuatedPhone),
    birthdate: z.optional(Birthdate),
    proof: z.enum(correctionProofs, { error: 'Escolha o que você viu' }),
  })
  .check(
    z.refine((sent) => correctedFields.some((field) => sent[field] !== undefined), {
      path: ['name'],
      error: nothingCorrected,
    }),
  )
export type CustomerCorrection = z.output<typeof CustomerCorrection>

/** The message where the change would leave the person without a way to sign in. */
export const noSignInLeft = 'Informe também um email: sem ele, a pessoa não consegue mais entrar'
