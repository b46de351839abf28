import * as z from 'zod/mini'

/**
 * The id of a row, in small letters as PostgreSQL writes it. z.uuid() alone keeps capitals, so that one id would have two texts: a
 * comparison, a subject of the audit log or a fingerprint would differ.
 */
export const Uuid = z.uuid().check(z.toLowerCase())
