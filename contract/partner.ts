/** What a partner's key may do (D3, T18): each endpoint of a partner names the scope that it takes. */

export const partner_scopes = ['points', 'vouchers', 'customers'] as const
export type PartnerScope = (typeof partner_scopes)[number]
