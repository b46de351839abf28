import type { Context } from '#api/context/context.ts'
import type { Route } from '#api/http/route.ts'

import { balanceReader } from './balance.ts'
import { calculationRules } from './calculation-rules.ts'
import { expiringPoints } from './expiring.ts'
import { generatePoints, simulatePoints } from './generate.ts'
import { history } from './history.ts'
import { reversePoints } from './reverse.ts'
import { statementFile } from './statement-file.ts'
import { requestStatement } from './statement.ts'

export function pointsRoutes(route: Route, context: Context): void {
  const { database } = context
  const balance = balanceReader(database)

  route.withCredential('GET /customer/balance', ({ credential, now }) =>
    balance({ ...credential, now }),
  )

  route('GET /points', async ({ company_id, customer_id, query, now, header }) => {
    const { entries, next } = await history(database, company_id, customer_id, query, now)
    if (next !== null) {
      const days = query.days ? `&days=${query.days}` : ''
      header('link', `</api/points?before=${next}&per_page=${query.per_page}${days}>; rel="next"`)
    }
    return entries
  })

  route('GET /points/expiring', ({ company_id, customer_id, now }) =>
    expiringPoints(database, company_id, customer_id, now),
  )

  route('GET /points/statement', ({ query, ...caller }) =>
    requestStatement(database, caller, query.at),
  )

  route('GET /points/statement/{format}', ({ params: { format }, query, header, ...caller }) => {
    header('content-type', mediaTypes[format])
    header('content-disposition', `attachment; filename="extrato.${format}"`)
    return statementFile({ database }, { ...caller, format, period: query })
  })

  route('GET /partner/calculation-rule', ({ company_id }) => calculationRules(database, company_id))

  route.withCredential('POST /partner/points/generate', ({ body, ...call }) =>
    generatePoints(context, { ...call, sale: body }),
  )

  route.withCredential('POST /partner/points/simulate', ({ credential, body, now }) =>
    simulatePoints(context, { credential, sale: body, now }),
  )

  route.withCredential('POST /partner/points/{id}/reverse', ({ params, body, ...call }) =>
    reversePoints(context, { ...call, record_id: params.id, reversal: body }),
  )
}

const mediaTypes = { csv: 'text/csv; charset=utf-8', pdf: 'application/pdf' } as const
