/** Reads a CSV part by part, so that no node holds a whole file. What follows the last whole record waits for the next part. */

import { CsvError, parse } from 'csv-parse'

import type { ImportFailure } from '#contract/console/import.ts'

/** The place that reading has reached, as table import stores it. */
export type CsvPlace = {
  /** Null: all bytes so far are ASCII, which both encodings share. */
  encoding: 'utf-8' | 'windows-1252' | null
  /** Null: the header has not been read. */
  delimiter: string | null
  /** The bytes after the last whole record, in UTF-8. */
  rest: Buffer
}

/** The cells of a record. */
export type CsvRecord = string[]

export type ReadPart =
  /** `after`: the whole lines of this part before the mistake. */
  | { failure: ImportFailure; after: number }
  /** `skipped`: the empty lines before the first record of the file. */
  | { failure: null; skipped: number; records: CsvRecord[]; place: CsvPlace }

/** Bytes of a record. A record of 10 cells is shorter than 2 KiB; a quote that does not close would swallow the file. */
const maxRecordBytes = 65_536
/** Delimiters, the most likely first: Brazilian spreadsheets write semicolons. */
const delimiters = [';', ',', '\t']

/** Reads the next part. `isFirst`, `isLast`: its place in the file. */
export async function readPart(
  place: CsvPlace,
  part: Buffer,
  { isFirst, isLast }: { isFirst: boolean; isLast: boolean },
): Promise<ReadPart> {
  const foreign = isFirst ? foreignFormat(part) : undefined
  if (foreign) return { failure: foreign, after: 0 }
  const decoded = decode(place, isFirst ? withoutMark(part) : part, isLast)
  if (!decoded) return { failure: 'mixed_encoding', after: 0 }
  const { encoding } = decoded
  const empty = place.delimiter === null ? emptyLines(decoded.bytes, isLast) : { count: 0, end: 0 }
  const skipped = empty.count
  const bytes = decoded.bytes.subarray(empty.end)
  const delimiter = place.delimiter ?? delimiterOf(bytes, isLast)
  if (delimiter === null) {
    if (bytes.length > maxRecordBytes) return { failure: 'open_quote', after: skipped }
    const rest = Buffer.from(bytes)
    return { failure: null, skipped, records: [], place: { encoding, delimiter, rest } }
  }
  const { records, end, isBroken } = await parsed(bytes, delimiter, isLast)
  const rest = bytes.subarray(end)
  if (isBroken || rest.length > maxRecordBytes) {
    return { failure: 'open_quote', after: skipped + records.length }
  }
  // A copy: the part's buffer need not stay in memory.
  return {
    failure: null,
    skipped,
    records,
    place: { encoding, delimiter, rest: Buffer.from(rest) },
  }
}

const [tab, lineFeed, carriageReturn, space] = [9, 10, 13, 32]

/** The empty lines before the header, and where they end: the delimiter follows from the header's line. */
function emptyLines(bytes: Buffer, isLast: boolean): { count: number; end: number } {
  let count = 0
  let end = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (byte === carriageReturn) {
      // The line feed of the pair may be in the next part.
      if (at + 1 === bytes.length && !isLast) break
      if (bytes[at + 1] === lineFeed) at += 1
    } else if (byte === space || byte === tab) continue
    else if (byte !== lineFeed) break
    count += 1
    end = at + 1
  }
  return { count, end }
}

/** A file that is no CSV, by its first bytes. */
function foreignFormat(part: Buffer): ImportFailure | undefined {
  const begin = part.subarray(0, 4).toString('latin1')
  if (begin.startsWith('\xFF\xFE') || begin.startsWith('\xFE\xFF')) return 'utf16'
  // ZIP, as .xlsx and .ods, and the compound file of .xls.
  if (begin.startsWith('PK\x03\x04') || begin === '\xD0\xCF\x11\xE0') return 'spreadsheet'
  return part.subarray(0, 1_000).includes(0) ? 'utf16' : undefined
}

function withoutMark(part: Buffer): Buffer {
  return part.subarray(0, 3).toString('latin1') === '\xEF\xBB\xBF' ? part.subarray(3) : part
}

/** The part behind the rest of the part before, in UTF-8. Undefined: the bytes are of two encodings. */
function decode(
  { encoding, rest }: CsvPlace,
  part: Buffer,
  isLast: boolean,
): { bytes: Buffer; encoding: CsvPlace['encoding'] } | undefined {
  if (encoding === 'windows-1252') return { bytes: Buffer.concat([rest, ansi(part)]), encoding }
  const bytes = Buffer.concat([rest, part])
  const text = utf8(bytes, isLast)
  if (text !== undefined) {
    return { bytes, encoding: encoding ?? (isAscii(text) ? null : 'utf-8') }
  }
  if (encoding === 'utf-8' || hasUtf8(bytes)) return undefined
  // All records before are ASCII. The rest may end with one byte of Windows-1252.
  return { bytes: ansi(bytes), encoding: 'windows-1252' }
}

function ansi(bytes: Buffer): Buffer {
  return Buffer.from(new TextDecoder('windows-1252').decode(bytes))
}

/** The text, without a character that the end of a part cuts. Undefined: the bytes are not UTF-8. */
function utf8(bytes: Buffer, isLast: boolean): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !isLast })
  } catch {
    // The caller tries Windows-1252.
    return undefined
  }
}

function isAscii(text: string): boolean {
  return !/[^\0-\x7F]/.test(text)
}

/** Whether the bytes have a letter with an accent in UTF-8. In Windows-1252 its two bytes are a capital A with a tilde and a sign. */
function hasUtf8(bytes: Buffer): boolean {
  return /\xC3[\x80-\xBF]/.test(bytes.toString('latin1'))
}

/** The delimiter that the first line has most of, outside quotes. Null: the first line has not ended. */
function delimiterOf(bytes: Buffer, isLast: boolean): string | null {
  const [line, ...more] = bytes.toString('utf8').split(/\r\n|\n|\r/, 2)
  const hasEnded = more.length > 0 && line!.trim() !== ''
  if (!hasEnded && !isLast) return null
  const bare = line!.replaceAll(/"[^"]*"/g, '')
  const counts = delimiters.map((delimiter) => bare.split(delimiter).length)
  return delimiters[counts.indexOf(Math.max(...counts))]!
}

/**
 * The whole records of these bytes, and where the last one ends. `isBroken`: the record after them is no CSV, as with a quote that does
 * not close.
 */
async function parsed(
  bytes: Buffer,
  delimiter: string,
  isLast: boolean,
): Promise<{ records: CsvRecord[]; end: number; isBroken: boolean }> {
  const records: CsvRecord[] = []
  let end = 0
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // Maria "Mara" Souza, written without the quotes around the cell.
    relax_quotes: true,
    on_record: (record: string[], { bytes_records }) => {
      records.push(record)
      end = bytes_records
      // Nothing goes into the parser's own stream, so it never waits for a reader.
      return null
    },
  })
  const error = await new Promise<Error | null | undefined>((resolve) => {
    parser.on('error', resolve)
    parser.on('end', () => resolve(null))
    if (isLast) parser.resume().end(bytes)
    else parser.write(bytes, resolve)
  })
  if (error && !(error instanceof CsvError)) throw error
  return { records, end: isLast && !error ? bytes.length : end, isBroken: Boolean(error) }
}
