const words =
  /\b(apply|pg_notify|awaited_intention|intention_result|claim_deliveries|settle_deliveries|overdue_intentions|take_messages|has_new_notices|pg_stat_activity|append_audit|lock_balance|counter_act|begin|commit|rollback|listen)\b|model: [a-z ]+/

/** Text → its name. The texts are those of the source, so the map needs no limit. */
const names = new Map<string, string>()

/** A statement in one word, for the trace and the coverage. */
export function statementName(text: string): string {
  const stored = names.get(text)
  if (stored !== undefined) return stored
  const name = words.exec(text)?.[0].trim() ?? 'another statement'
  names.set(text, name)
  return name
}
