import type { PointsEntry } from '#contract/points.ts'

/** A row of points_record, as far as it is answered. */
export type PointsRecord = {
  id: string
  sequence: number
  type_id: 'GNR'
  origin: 'api:/points/generate'
  external_id: string
  subsidiary_name: string
  purchase_value: number
  amount: number
  value: number
  calculation: PointsEntry['calculation']
  expires_on: string | null
  balance_amount: number
  balance_value: number
  created_at: string
}

/** The record as a line of the history. */
export function pointsEntry(record: PointsRecord): PointsEntry {
  const {
    id,
    sequence,
    type_id,
    origin,
    subsidiary_name,
    purchase_value,
    calculation,
    created_at,
  } = record
  return {
    id,
    sequence,
    type_id,
    origin,
    subsidiary_name,
    purchase_value,
    points_amount: record.amount,
    points_value: record.value,
    points_percentage: calculation.type === 'PERCENTAGE' ? calculation.rate : null,
    calculation,
    expires_at: record.expires_on,
    created_at,
  }
}
