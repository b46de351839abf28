/**
 * The numbers of the rules. engine/pure/limits.sql has a function of the same name for each; tidy/sql.test.ts compares them.
 * engine/pure/limits.sql explains each number.
 */
export const limits = {
  returned_lot_days: 15,
  max_stock_shown: 1_000,
  max_intentions_per_hour: 10,
  max_wrong_codes: 5,
  max_wrong_codes_per_day: 15,
  intention_history_hours: 49,
  decline_minutes: 10,
  max_intention_minutes: 60,
  idempotency_days: 30,
  session_days: 60,
  webhook_hours: 24,
  max_unsettled_records: 20,
} as const
