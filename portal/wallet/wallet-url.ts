import type { WalletName } from '#contract/wallet.ts'
import { api } from '#portal/client/api.ts'

/** The URL that saves the pass. Throws RequestFailure. */
export async function walletUrl(wallet: WalletName, voucherId: string | null): Promise<string> {
  const { url } =
    voucherId === null
      ? await api('GET /wallet/{wallet}/member', { params: { wallet } })
      : await api('GET /wallet/{wallet}/voucher/{id}', { params: { wallet, id: voucherId } })
  return url
}
