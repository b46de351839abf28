import { sampleText } from '#console/text/sample.ts'
import type { ResponseOf } from '#contract/endpoints/endpoints.ts'
import { type PreviewSample, sampleId } from '#contract/programme/preview.ts'

type Entry = ResponseOf<'GET /points'>[number]

/** The sample's purchases are days apart. */
const day_ms = 86_400_000
/** centavos and points of the sample's purchases, the newest first. */
const purchases = [
  { purchase_value: 8_900, points: 240 },
  { purchase_value: 4_590, points: 150 },
  { purchase_value: 12_000, points: 250 },
]

export function sampleHistory({ shop, points_per_real }: PreviewSample): Entry[] {
  return purchases.map(({ purchase_value, points }, at) => ({
    id: sampleId(at),
    sequence: purchases.length - at,
    type_id: 'GNR',
    origin: 'api:/points/generate',
    subsidiary_name: shop ?? sampleText.shop,
    purchase_value,
    points_amount: points,
    points_value: Math.floor((points * 100) / points_per_real),
    points_percentage: null,
    calculation_rule_id: null,
    calculation: null,
    available_at: null,
    expires_at: null,
    created_at: new Date(Date.now() - (at * 5 + 1) * day_ms).toISOString(),
    amount: points,
    value: Math.floor((points * 100) / points_per_real),
    customer_id: sampleId(0),
    integrator_id: null,
    external_id: null,
    source_key: null,
    code: null,
    parent_id: null,
    generator_id: null,
    consumption_id: null,
    promotion: null,
    reason: null,
    prize: null,
    source_id: null,
    reverses_id: null,
    reversed_amount: 0,
    is_cancelled: false,
    lots: [],
  }))
}
