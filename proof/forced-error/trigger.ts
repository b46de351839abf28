/** Errors that the database raises itself: triggers on the proof's own database, which a row switches on. */

import type pg from 'pg'

import type { Verb } from '../traffic/journal.ts'

/** A serialisation failure, a deadlock, a lock time-out, a full disk. */
export const raisedCodes = ['40001', '40P01', '55P03', '53100'] as const
export type RaisedCode = (typeof raisedCodes)[number]

/** A table whose writes fail, or the COMMIT of a transaction that has written a movement or an entry of the audit log. */
export type Place = string

const movement = ['points_record', 'balance', 'COMMIT']
const withKey = ['points_record', 'idempotency', 'COMMIT']
const atCounter = ['counter_act', 'audit_entry', 'COMMIT']
const atDesk = ['points_record', 'audit_entry', 'COMMIT']
const ofIntention = ['intention', 'hold']

/** Where a call can fail. A call that was refused before it has written there does not fail. */
export const placesOf: Record<Verb, Place[]> = {
  generate: [...movement, 'lot'],
  reverse: movement,
  activate: [...withKey, 'promotion_activation'],
  open: ofIntention,
  capture: [...movement, ...ofIntention],
  cancel: ofIntention,
  redeem: [...withKey, 'voucher'],
  withdraw: ['voucher'],
  give_back: ['voucher', ...movement],
  counter_sale: [...movement, ...atCounter],
  counter_open: [...ofIntention, ...atCounter],
  counter_capture: [...ofIntention, ...movement, ...atCounter],
  counter_cancel: [...ofIntention, 'audit_entry', 'COMMIT'],
  counter_return: [...movement, ...atCounter],
  counter_undo: [...movement, ...atCounter],
  counter_withdraw: ['voucher', ...atCounter],
  adjust: atDesk,
  undo_adjustment: atDesk,
  desk_reverse: atDesk,
  block: ['customer_block', 'audit_entry', 'COMMIT'],
  unblock: ['customer_block', 'audit_entry', 'COMMIT'],
  correct: ['customer', 'audit_entry', 'COMMIT'],
  merge: ['customer_merge', ...atDesk],
  undo_merge: ['customer_merge', ...atDesk],
}

/**
 * Creates the triggers. They count in a sequence, because a rollback does not take back its numbers. Deferred triggers fail at the COMMIT.
 * They read the row as the owner: the API's role has no right to it.
 */
export async function createTriggers(owner: pg.Client): Promise<void> {
  const tables = new Set(Object.values(placesOf).flat())
  tables.delete('COMMIT')
  await owner.query(`
    create table fiel.forced_error (place text, sqlstate text, times bigint);
    create sequence fiel.forced_hits;
    create function fiel.force_error() returns trigger language plpgsql security definer as $$
    declare forced fiel.forced_error;
    begin
      select * into forced from fiel.forced_error where place = tg_argv[0];
      if found and nextval('fiel.forced_hits') <= forced.times then
        raise exception 'forced' using errcode = forced.sqlstate;
      end if;
      return null;
    end $$;`)
  for (const table of tables) {
    await owner.query(
      `create trigger force_error after insert or update or delete on fiel.${table}
         for each statement execute function fiel.force_error('${table}')`,
    )
  }
  for (const table of ['points_record', 'audit_entry']) {
    await owner.query(
      `create constraint trigger force_error_at_commit after insert on fiel.${table}
         deferrable initially deferred
         for each row execute function fiel.force_error('COMMIT')`,
    )
  }
}

/** The next `times` writes at the place fail with the code. */
export async function forceError(
  owner: pg.Client,
  { place, code, times }: { place: Place; code: RaisedCode; times: number },
): Promise<void> {
  await owner.query('truncate fiel.forced_error')
  await owner.query(`select setval('fiel.forced_hits', 1, false)`)
  await owner.query('insert into fiel.forced_error values ($1, $2, $3)', [place, code, times])
}

/** Ends the error. Returns how often it was raised. */
export async function endError(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query<{ raised: string }>(
    `select least(times, case when is_called then last_value else 0 end) as raised
       from fiel.forced_error, fiel.forced_hits`,
  )
  await owner.query('truncate fiel.forced_error')
  return Number(rows[0]!.raised)
}
