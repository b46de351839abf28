import type { Context } from '#api/context/context.ts'
import type { Route } from '#api/http/route.ts'

import { erasurePreview, leave } from './erase.ts'
import { dataFile } from './export.ts'

export function privacyRoutes(route: Route, context: Context): void {
  route('GET /customer/data', ({ header, ...caller }) => {
    header('content-type', 'application/json; charset=utf-8')
    header('content-disposition', 'attachment; filename="meus-dados.json"')
    return dataFile(context, caller)
  })
  route('GET /customer/erasure', (caller) => erasurePreview(context, caller))
  route('DELETE /customer', ({ body, ...caller }) => leave(context, body, caller))
}
