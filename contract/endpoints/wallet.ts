/** Passes for the wallets of phones. They exist only if the company has credentials for the wallet. */

import * as z from 'zod/mini'

import { Uuid } from '#contract/value/uuid.ts'
import { reasonsNotToTake } from '#contract/voucher.ts'
import { PassFile, WalletLink, WalletName } from '#contract/wallet.ts'

import type { Endpoint } from './endpoint.ts'

export const walletEndpoints = {
  'GET /wallet/{wallet}/member': {
    // D14: the card has no code.
    summary: 'O link para salvar na carteira do celular um cartão que abre Meu código',
    caller: 'customer',
    shed: 'list',
    params: z.strictObject({ wallet: WalletName }),
    response: WalletLink,
    errors: ['not_found', 'too_many_requests'],
  },
  'GET /wallet/{wallet}/voucher/{id}': {
    // D3
    summary: 'O link para salvar na carteira do celular um voucher que ainda pode ser retirado',
    caller: 'customer',
    shed: 'list',
    params: z.strictObject({ wallet: WalletName, id: Uuid }),
    response: WalletLink,
    errors: ['not_found', 'too_many_requests', ...reasonsNotToTake],
  },
  'GET /wallet/pass/{company_id}/{token}': {
    summary:
      'O cartão assinado (`.pkpass`) de um link com até 5 minutos; o navegador abre sem cabeçalhos',
    caller: 'anyone',
    shed: 'list',
    params: z.strictObject({
      company_id: Uuid,
      token: z.string().check(z.regex(/^[\w-]{1,600}$/)),
    }),
    response: PassFile,
    errors: ['expired_token', 'not_found', 'too_many_requests', ...reasonsNotToTake],
  },
} as const satisfies Record<string, Endpoint>
