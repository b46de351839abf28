/**
 * An example of each call of the portal, with its answer: Marina's side of the till's examples. She registers on 2 November 2026,
 * and at 15:01 UTC on the 20th, after the sale, she has 261 points.
 */

import { companyExamples } from './company.ts'
import { consentExamples } from './consent.ts'
import { customerExamples } from './customer.ts'
import { dashboardExamples } from './dashboard.ts'
import { intentionExamples } from './intention.ts'
import { levelExamples } from './level.ts'
import { notificationExamples } from './notification.ts'
import { pointsExamples } from './points.ts'
import type { PortalExamples } from './portal-key.ts'
import { privacyExamples } from './privacy.ts'
import { prizeExamples } from './prize.ts'
import { promotionExamples } from './promotion.ts'
import { sessionExamples } from './session.ts'
import { voucherExamples } from './voucher.ts'

export const portalExamples = {
  ...companyExamples,
  ...levelExamples,
  ...sessionExamples,
  ...consentExamples,
  ...customerExamples,
  ...privacyExamples,
  ...dashboardExamples,
  ...pointsExamples,
  ...notificationExamples,
  ...prizeExamples,
  ...voucherExamples,
  ...promotionExamples,
  ...intentionExamples,
} as const satisfies PortalExamples
