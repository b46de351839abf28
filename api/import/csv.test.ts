import { expect, test } from 'vitest'

import { type CsvPlace, type CsvRecord, readPart } from './csv.ts'

const start: CsvPlace = { encoding: null, delimiter: null, rest: Buffer.alloc(0) }

/** Reads a file in parts of `size` bytes. */
async function read(file: string | Buffer, size = 1_000_000) {
  const bytes = Buffer.from(file)
  const records: CsvRecord[] = []
  let place = start
  let skipped = 0
  for (let from = 0; from === 0 || from < bytes.length; from += size) {
    const order = { isFirst: from === 0, isLast: from + size >= bytes.length }
    const part = await readPart(place, bytes.subarray(from, from + size), order)
    if (part.failure !== null) return part.failure
    skipped += part.skipped
    records.push(...part.records)
    place = part.place
  }
  return { records, skipped, encoding: place.encoding, delimiter: place.delimiter }
}

test.each([
  ['semicolons', 'cpf;nome\n1;Ana\n', ';'],
  ['commas', 'cpf,nome\r\n1,Ana\r\n', ','],
  ['tabs', 'cpf\tnome\r1\tAna', '\t'],
  ['a comma in a quoted header', 'cpf;"nome, completo"\n1;Ana', ';'],
])('a file with %s is read [D17]', async (_, file, delimiter) => {
  const [, line] = ((await read(file)) as { records: string[][] }).records
  expect(line).toEqual(['1', 'Ana'])
  expect(await read(file)).toMatchObject({ delimiter })
})

test('a byte order mark is no part of the first column [D17]', async () => {
  expect(await read('\uFEFFcpf;nome\n1;Ana')).toMatchObject({
    records: [
      ['cpf', 'nome'],
      ['1', 'Ana'],
    ],
  })
})

test('a quoted field may hold delimiters, quotes and line breaks [D17]', async () => {
  const file = 'cpf;nome\n1;"Ana ""Nina""; de\r\nSouza"\n2;Rui "Lima"'
  expect(await read(file)).toMatchObject({
    records: [
      ['cpf', 'nome'],
      ['1', 'Ana "Nina"; de\r\nSouza'],
      ['2', 'Rui "Lima"'],
    ],
  })
})

test.each([
  ['UTF-8', Buffer.from('cpf;nome\n1;Conceição €\n'), 'utf-8'],
  ['Windows-1252', Buffer.from('cpf;nome\n1;Concei\xE7\xE3o \x80\n', 'latin1'), 'windows-1252'],
])('a file in %s is read the same, wherever its parts are cut [D17]', async (_, file, encoding) => {
  const records = [
    ['cpf', 'nome'],
    ['1', 'Conceição €'],
  ]
  for (let size = 1; size <= file.length; size += 1) {
    expect(await read(file, size)).toEqual({ records, skipped: 0, encoding, delimiter: ';' })
  }
})

test('a quoted line break is read the same, wherever the parts are cut [D17]', async () => {
  const file = '\uFEFFcpf;nome\r\n1;"Ana\r\nLima"\r\n\r\n2;Rui'
  const whole = await read(file)
  expect(whole).toMatchObject({
    records: [['cpf', 'nome'], ['1', 'Ana\r\nLima'], [''], ['2', 'Rui']],
  })
  for (let size = 3; size < 40; size += 1) expect(await read(file, size)).toEqual(whole)
})

test.each([
  ['a spreadsheet', Buffer.from('PK\x03\x04rest'), 'spreadsheet'],
  ['an old spreadsheet', Buffer.from('\xD0\xCF\x11\xE0rest', 'latin1'), 'spreadsheet'],
  ['UTF-16 with a mark', Buffer.from('\uFEFFcpf;nome\n', 'utf16le'), 'utf16'],
  ['UTF-16 without a mark', Buffer.from('cpf;nome\n', 'utf16le'), 'utf16'],
  ['a quote that does not close', Buffer.from('cpf;nome\n1;"Ana\n2;Rui'), 'open_quote'],
  ['a line without an end', Buffer.from(`cpf;nome\n1;${'a'.repeat(70_000)}`), 'open_quote'],
  ['a header without an end', Buffer.from('a'.repeat(70_000)), 'open_quote'],
])('%s is refused as a whole [D17]', async (_, file, failure) => {
  expect(await read(file, 66_000)).toBe(failure)
})

test('bytes that are not UTF-8 in a file that was refuse the file [D17]', async () => {
  const file = Buffer.concat([Buffer.from('cpf;nome\n1;Conceição\n'), Buffer.from([0xe7, 10])])
  for (const size of [5, 23, 100]) expect(await read(file, size)).toBe('mixed_encoding')
})

test('an empty file has no record [D17]', async () => {
  expect(await read('')).toMatchObject({ records: [] })
})

test('empty lines before the header are counted, wherever the parts are cut [D17]', async () => {
  const file = '\r\n  \n\r\t\r\n cpf,nome\n\n1,Ana'
  for (let size = 1; size <= file.length; size += 1) {
    expect(await read(file, size)).toEqual({
      records: [[' cpf', 'nome'], [''], ['1', 'Ana']],
      skipped: 4,
      encoding: null,
      delimiter: ',',
    })
  }
})

test('a mistake names the whole lines before it [D17]', async () => {
  const bytes = Buffer.from('\ncpf;nome\n1;Ana\n2;"Rui\n3;Eva')
  expect(await readPart(start, bytes, { isFirst: true, isLast: true })).toEqual({
    failure: 'open_quote',
    after: 3,
  })
})
