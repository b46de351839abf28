/** Counts the violations of a page's Content-Security-Policy that browsers report. */

import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import * as z from 'zod/mini'

import { policyReportPath } from '#api/http/policy-report-path.ts'
import { warningSummary } from '#api/log/warning-summary.ts'

/** Bytes. A report quotes the page's address and policy, each of which may have 2 kB. */
const maxReport_bytes = 16_384

/** https://www.w3.org/TR/CSP3/#deprecated-serialize-violation */
const Report = z.object({
  'csp-report': z.object({ 'effective-directive': z.string() }),
})

/**
 * A report comes from anybody, and quotes the page's address, which may hold the token of a mailed link. So only the count of each
 * directive is logged, at most once in 10 s.
 */
export async function policyReports(app: FastifyInstance, { log }: { log: Logger }): Promise<void> {
  const violations = warningSummary(log, 'policy violated')
  app.addHook('onClose', async () => violations.flush())
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/csp-report',
    { parseAs: 'string', bodyLimit: maxReport_bytes },
    async (_request: unknown, body: string) => directiveOf(body),
  )
  app.post<{ Body: string }>(policyReportPath, { schema: { hide: true } }, (request, reply) => {
    violations.count(request.body)
    return reply.code(204).send()
  })
}

/** The directive that a report names; `unknown` for other text, because a sender chooses it. */
function directiveOf(body: string): string {
  try {
    const { data } = Report.safeParse(JSON.parse(body))
    const directive = data?.['csp-report']['effective-directive'] ?? ''
    return directives.has(directive) ? directive : 'unknown'
  } catch {
    // No JSON.
    return 'unknown'
  }
}

/** The directives of the two policies, and the names by which CSP 3 reports `script-src` and `style-src`. */
const directives = new Set(
  (
    'base-uri connect-src default-src font-src form-action frame-ancestors frame-src img-src ' +
    'manifest-src media-src object-src worker-src require-trusted-types-for trusted-types ' +
    'script-src script-src-elem script-src-attr style-src style-src-elem style-src-attr'
  ).split(' '),
)
