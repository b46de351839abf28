/**
 * Passes for the wallets of phones: a card of the customer's, and vouchers. A pass is a copy that Fiel never updates, so it holds
 * nothing that changes: no balance, and no member code (D14). docs/decisions/025-wallet-passes.md.
 */

import * as z from 'zod/mini'

import { prizeSentence } from './prize-word.ts'

export const walletNames = ['apple', 'google'] as const
export const WalletName = z.enum(walletNames)
export type WalletName = z.infer<typeof WalletName>

function credentialFile(ending: 'pem' | 'json') {
  return z.string().check(
    z.maxLength(100),
    z.regex(new RegExp(`^[\\w-]+\\.${ending}$`), {
      error: `Use o nome de um arquivo .${ending} desta pasta`,
    }),
  )
}

/** `settings.integrations.wallet` of company.yaml. The files hold private keys; the database has them sealed (T16). */
export const WalletFile = z.strictObject({
  /** Null: no pass for the Apple Wallet. */
  apple: z._default(z.nullable(z.strictObject({ credentials: credentialFile('pem') })), null),
  /** Null: no pass for the Google Wallet. */
  google: z._default(
    z.nullable(
      z.strictObject({
        issuer_id: z
          .string()
          .check(z.regex(/^\d{6,30}$/, { error: 'Use o issuer ID, só números, entre aspas' })),
        credentials: credentialFile('json'),
      }),
    ),
    null,
  ),
})
export type WalletFile = z.infer<typeof WalletFile>

/** The address that saves a pass: a URL of Google, or for the Apple Wallet a path of this server, valid for 5 minutes. */
export const WalletLink = z.object({ url: z.string() })
export type WalletLink = z.infer<typeof WalletLink>

/** `application/vnd.apple.pkpass`. */
export const PassFile = z.custom<ReadableStream<Uint8Array> | Blob>()
export const passMediaType = 'application/vnd.apple.pkpass'

/** The texts of a pass. */
export const passWords = {
  member: 'Cartão de fidelidade',
  voucher: 'Voucher',
  name: 'Nome',
  since: 'Cliente desde',
  openCode: 'Abrir Meu código',
  codeHint:
    'O código que o caixa lê muda a cada 30 segundos, por isso não está neste cartão. Abra Meu código para mostrá-lo.',
  prize: prizeSentence('{One}'),
  validUntil: 'Vale até',
  always: 'Sem prazo',
  code: 'Código',
  description: 'Descrição',
  terms: 'Regulamento',
  where: 'Onde retirar',
  openVouchers: 'Ver meus vouchers',
  voucherHint: 'Este cartão não muda depois de retirado ou cancelado. O portal mostra a situação.',
} as const
