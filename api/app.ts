/** Builds the service from its slices, one line for each. */

import type { FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import pt from 'zod/v4/locales/pt.js'

import { addressRoutes } from './address/routes.ts'
import type { AddressSources } from './address/sources.ts'
import { auditRoutes } from './audit/routes.ts'
import { companyFiles } from './company/files.ts'
import type { IdentityProvider } from './company/identity-provider.ts'
import { companyRoutes } from './company/routes.ts'
import { consentRoutes } from './consent/routes.ts'
import type { Context } from './context/context.ts'
import { counterRoutes } from './counter/routes.ts'
import { customerRoutes } from './customer/routes.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import { deskRoutes } from './desk/routes.ts'
import { headKeyRoute } from './head/key-route.ts'
import { headRoutes } from './head/routes.ts'
import { ApiError } from './http/api-error.ts'
import type { Route } from './http/route.ts'
import { importRoutes } from './import/routes.ts'
import { intentionRoutes } from './intention/routes.ts'
import { intentionStreams } from './intention/stream.ts'
import { levelRoutes } from './level/routes.ts'
import { warningSummary } from './log/warning-summary.ts'
import { memberCodeRoutes } from './member-code/routes.ts'
import { mergeRoutes } from './merge/routes.ts'
import type { Metrics } from './metrics/metrics.ts'
import { movementRoutes } from './movement/routes.ts'
import { notificationRoutes } from './notification/routes.ts'
import { unsubscribePage } from './notification/unsubscribe-page.ts'
import { portalFiles } from './page/portal-files.ts'
import { partnerKeyRoutes } from './partner/key-routes.ts'
import { partnerRoutes } from './partner/routes.ts'
import { pointsRoutes } from './points/routes.ts'
import { privacyRoutes } from './privacy/routes.ts'
import { prizeRoutes } from './prize/routes.ts'
import { previewOf } from './programme/preview.ts'
import { programmeRoutes } from './programme/routes.ts'
import { promotionRoutes } from './promotion/routes.ts'
import { referenceRoutes } from './reference/routes.ts'
import { reportRoutes } from './report/routes.ts'
import { reviewRoutes } from './review/routes.ts'
import { sandboxRoutes } from './sandbox/routes.ts'
import type { ConnectionLimits } from './server/connections.ts'
import { crossOrigin } from './server/cross-origin.ts'
import { answerError, errorAnswerer } from './server/error-answer.ts'
import { healthRoute } from './server/health.ts'
import { nodeStateRoutes } from './server/readiness.ts'
import { createRoute } from './server/route.ts'
import { openServer } from './server/server.ts'
import { shed, type SheddingOptions } from './server/shedding.ts'
import { sessionRoutes } from './session/routes.ts'
import { staffRoutes } from './staff/routes.ts'
import type { Traces } from './trace/trace.ts'
import { voucherRoutes } from './voucher/routes.ts'
import { walletRoutes } from './wallet/routes.ts'
import { webhookRoutes } from './webhook/routes.ts'

/** The service's dependencies: the context that every slice gets, and those of single folders. */
export type AppContext = Context & {
  addressSources: AddressSources
  identityProvider: IdentityProvider
  /** Addresses of proxies whose X-Forwarded-For is trusted. Empty: the connection's own address counts. */
  trustedProxies: string[]
  /** A build of the portal to serve; null: the API alone. */
  portalFolder: string | null
  /**
   * A build of the console, served beside the portal's build. The console's preview shows the portal. Undefined: no console is
   * served.
   */
  consoleFolder?: string | undefined
  /** The DSN to which the portal reports its errors. Undefined: it reports none. */
  portalDsn?: string
}

export type AppOptions = {
  limits?: Partial<ConnectionLimits>
  shedding?: SheddingOptions
  /** Whether the API's document and its pages are served; true by default. */
  hasReference?: boolean
  /** Whether the node is about to stop: `/ready` is then 503. */
  isDraining?: () => boolean
  /** Undefined: nothing is measured. */
  metrics?: Metrics
  /** Undefined: nothing is traced. */
  traces?: Traces
  /** Adds routes beside the product's own. */
  addRoutes?: (app: FastifyInstance, context: Context) => void
}

export async function createApp(
  context: AppContext,
  {
    limits,
    shedding,
    addRoutes,
    hasReference = true,
    isDraining = () => false,
    metrics,
    traces,
  }: AppOptions = {},
): Promise<FastifyInstance> {
  // Zod's messages in Portuguese, for rules of the contract without their own message.
  z.config(pt())
  const { log } = context
  const app = openServer(context, limits)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  const unavailable = warningSummary(log, 'unavailable')
  app.addHook('onClose', async () => unavailable.flush())
  app.setErrorHandler(errorAnswerer(log, unavailable.count))
  app.setNotFoundHandler((_request, reply) => answerError(reply, new ApiError('not_found')))
  traces?.traceRequests(app)
  metrics?.countRequests(app)
  nodeStateRoutes(app, { ...context, isDraining })
  headKeyRoute(app, context)
  if (hasReference) await referenceRoutes(app, context)
  await app.register(async (slices) => {
    crossOrigin(slices, context)
    const shedder = shed(slices, context.database.options.max, shedding)
    const route = createRoute(slices, context, shedder)
    healthRoute(route, context)
    companyRoutes(route, context)
    levelRoutes(route, context)
    sessionRoutes(route, context)
    consentRoutes(route, context)
    addressRoutes(route, context)
    customerRoutes(route, context)
    privacyRoutes(route, context)
    memberCodeRoutes(route, context)
    dashboardRoutes(route, context)
    pointsRoutes(route, context)
    notificationRoutes(route, context)
    prizeRoutes(route, context)
    voucherRoutes(route, context)
    walletRoutes(route, context)
    promotionRoutes(route, context)
    const streams = intentionStreams(context, { isBusy: () => shedder.isShedding('poll') })
    slices.addHook('preClose', streams.close)
    intentionRoutes(route, context, streams)
    partnerRoutes(route, context)
    sandboxRoutes(route, context)
    consoleRoutes(route, context)
    metrics?.measureNode({ ...context, app, shedding: shedder, streams })
  })
  await app.register((scope) => unsubscribePage(scope, context))
  addRoutes?.(app, context)
  companyFiles(app, context)
  await portalFiles(app, { ...context, previewOf })
  return app
}

/** Slices that only the console calls. */
function consoleRoutes(route: Route, context: AppContext): void {
  auditRoutes(route, context)
  staffRoutes(route, context)
  partnerKeyRoutes(route, context)
  webhookRoutes(route, context)
  headRoutes(route, context)
  reportRoutes(route, context)
  counterRoutes(route, context)
  deskRoutes(route, context)
  mergeRoutes(route, context)
  reviewRoutes(route, context)
  movementRoutes(route, context)
  importRoutes(route, context)
  programmeRoutes(route, context)
}
