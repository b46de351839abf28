/** The audit entries about imports. They count lines and points, and name no person. */

import type { Act, Actor } from '#api/audit/note.ts'
import { failureSentence } from '#contract/console/import.ts'

import { importSentence } from './sentences.ts'
import type { StoredImport } from './stored-import.ts'

export function importChecked(actor: Actor, checked: StoredImport): Act {
  const { id, name, failure, failure_line: line, failure_column: column } = checked
  return {
    action: 'import.checked',
    subject: id,
    sentence:
      failure === null
        ? importSentence.checked(actor.name, name, checked.line_count, checked.refused_count)
        : importSentence.refused(actor.name, name, failureSentence(failure, { line, column })),
    after: { name, failure, ...countsOf(checked) },
  }
}

export function importStarted(actor: Actor, started: StoredImport): Act {
  const { id, name, points_amount, balance_count } = started
  return {
    action: 'import.started',
    subject: id,
    sentence: importSentence.started(actor.name, name, points_amount, balance_count),
    before: { state: 'CHECKED' },
    after: { state: 'APPLYING', ...countsOf(started) },
  }
}

/** `before`: the counts of the check. `after`: those of the end. */
export function importApplied(actor: Actor, before: StoredImport, after: StoredImport): Act {
  const { id, name, applied_amount, applied_count } = after
  return {
    action: 'import.applied',
    subject: id,
    sentence: importSentence.applied(actor.name, name, applied_amount, applied_count),
    before: { state: 'APPLYING', ...countsOf(before) },
    after: { state: 'APPLIED', ...countsOf(after) },
  }
}

export function importDiscarded(actor: Actor, discarded: StoredImport): Act {
  return {
    action: 'import.discarded',
    subject: discarded.id,
    sentence: importSentence.discarded(actor.name, discarded.name),
    before: { state: discarded.state, ...countsOf(discarded) },
    after: { state: 'DISCARDED' },
  }
}

function countsOf(stored: StoredImport) {
  return {
    lines: stored.line_count,
    refused: stored.refused_count,
    known: stored.known_count,
    balances: stored.balance_count,
    points_amount: stored.points_amount,
    points_value: stored.points_value,
    applied: stored.applied_count,
    applied_amount: stored.applied_amount,
    applied_value: stored.applied_value,
  }
}
