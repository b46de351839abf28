/** The calls of the console. `fiel import` uses the same verbs for an operator. */

import type pg from 'pg'

import type { StaffCall } from '#api/audit/note.ts'
import type { ImportPart, ImportStart, ImportView } from '#contract/console/import.ts'

import { continueImport, startImport } from './apply.ts'
import { beginImport, receivePart } from './check.ts'
import { discardImport } from './discard.ts'
import { staffWorker } from './stored-import.ts'

export function begin(
  database: pg.Pool,
  caller: StaffCall,
  start: ImportStart,
): Promise<ImportView> {
  return beginImport(database, caller, start, staffWorker(caller))
}

export function receive(
  database: pg.Pool,
  caller: StaffCall,
  id: string,
  { content, ...place }: ImportPart,
): Promise<ImportView> {
  const part = { ...place, bytes: Buffer.from(content, 'base64') }
  return receivePart(database, caller, id, part, staffWorker(caller))
}

export function start(database: pg.Pool, caller: StaffCall, id: string): Promise<ImportView> {
  return startImport(database, caller, id, staffWorker(caller))
}

export function goOn(database: pg.Pool, caller: StaffCall, id: string): Promise<ImportView> {
  return continueImport(database, caller, id, staffWorker(caller))
}

export function discard(database: pg.Pool, caller: StaffCall, id: string): Promise<void> {
  return discardImport(database, caller, id, staffWorker(caller))
}
