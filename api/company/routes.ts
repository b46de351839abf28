import { ApiError } from '#api/http/api-error.ts'
import type { Route } from '#api/http/route.ts'
import type { Database } from '#database/sql.ts'

import { type IdentityProvider, withIdentityProvider } from './identity-provider.ts'
import { companyById, companyIdOf } from './lookup.ts'

export function companyRoutes(
  route: Route,
  { database, identityProvider }: { database: Database; identityProvider: IdentityProvider },
): void {
  route('GET /company/get-company-by-domain/{hostname}', async ({ params }) => {
    const found = await companyIdOf(database, params.hostname)
    if (!found) throw new ApiError('company_not_found')
    return [found]
  })

  route('GET /company/{id}', async ({ params }) => {
    const found = await companyById(database, params.id)
    if (!found) throw new ApiError('company_not_found')
    return found.company
  })

  route('GET /company/{company_id}/settings', async ({ params }) => {
    const found = await companyById(database, params.company_id)
    if (!found) throw new ApiError('company_not_found')
    return withIdentityProvider(found.settings, identityProvider)
  })
}
