/** docs/security.md says what the code does: its ways to sign in, kinds of data, keys, settings and limits of files. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { maxPicture_bytes, maxPictureSide_px } from '#contract/brand/picture.ts'
import { maxImportBytes, maxImportLines } from '#contract/console/import.ts'
import { staffLink, staffSession } from '#contract/console/staff.ts'
import type { Endpoint } from '#contract/endpoints/endpoint.ts'
import { type EndpointKey, endpoints } from '#contract/endpoints/endpoints.ts'
import { errorCodes } from '#contract/error.ts'
import { personalData } from '#contract/person/personal-data.ts'
import { maxCodes } from '#contract/programme/draft.ts'
import { sessionDays } from '#contract/session.ts'
import { variableNames } from '#database/environment.ts'

import { source, tests } from '../tidy/source.ts'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs/security.md'), 'utf8')

/** The text of a section, from its heading to the next one. */
function section(heading: string): string {
  const [, text] = page.split(`\n## ${heading}\n`)
  if (text === undefined) throw new Error(`no section ${heading}`)
  return text.split('\n## ')[0]!
}

describe('docs/security.md', () => {
  test('the page on security names every call that gives a customer’s token [T10]', () => {
    const keys = (Object.keys(endpoints) as EndpointKey[]).filter((key) => {
      const { response }: Endpoint = endpoints[key]
      if (response === null) return false
      const schema = JSON.stringify(z.toJSONSchema(response, { unrepresentable: 'any' }))
      return schema.includes('"token":')
    })
    expect(keys.length).toBeGreaterThan(4)
    const ways = section('Ways to sign in')
    for (const key of keys) expect(ways).toContain(`\`${key}\``)
  })

  test('the page on security gives each kind of personal value a level of protection [D16]', () => {
    const tables = Object.values(personalData)
    const kinds = new Set(
      tables.flatMap(({ fields }) => Object.values(fields).map(({ kind }) => kind)),
    )
    const levels = section('Levels of protection')
    for (const kind of kinds) expect(levels).toContain(`\`${kind}\``)
  })

  test('the page on security lists every file of the product that uses a key [T16]', () => {
    const usesKey =
      /\b(createHmac|createCipheriv|hkdfSync|createECDH|createSign)\(|crypto\.subtle\.\w+\('(HMAC|raw)|from '(@node-rs\/argon2|jose|otpauth|passkit-generator|web-push|@simplewebauthn\/server)'/
    const product = source.filter(
      (file) =>
        /^(api|engine|database|contract|portal|console|ui|till)\//.test(file) &&
        !tests.includes(file) &&
        !file.startsWith('api/testing/'),
    )
    const users = product.filter((file) => usesKey.test(readFileSync(join(root, file), 'utf8')))
    expect(users.length).toBeGreaterThan(15)
    const inventory = section('Keys and algorithms')
    expect(users.filter((file) => !inventory.includes(`\`${file}\``))).toEqual([])
  })

  test('the settings that the page on security names exist [D20]', () => {
    const names = [...section('Connections').matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name]) => name!)
    expect(names.length).toBeGreaterThan(8)
    for (const name of names) expect(variableNames).toContain(name)
  })

  test('the page on security says what refuses each combination of fields, by codes that exist [D2]', () => {
    const rules = section('Rules over several fields')
    const cells = [...rules.matchAll(/^\|[^|]+\|[^|]+\|([^|]+)\|$/gm)].map(
      ([, refused]) => refused!,
    )
    const codes = cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, code]) => code!))
    for (const code of codes) expect(Object.keys(errorCodes)).toContain(code)
    const comparing = Object.keys(errorCodes).filter((code) =>
      /exceed|mismatch|^(under|over)age$|^merge_needs/.test(code),
    )
    expect(comparing.length).toBeGreaterThan(6)
    for (const code of comparing) expect(codes).toContain(code)
  })

  test('the limits of files and sessions on the page on security are the code’s [T20]', () => {
    const files = section('Files')
    const grouped = (number: number) => number.toLocaleString('en-US')
    expect(files).toContain(`${maxPicture_bytes / 2 ** 20} MiB`)
    expect(files).toContain(`${grouped(maxPictureSide_px)} px a side`)
    expect(files).toContain(`${grouped(maxCodes)} lines`)
    expect(files).toContain(`${maxImportBytes / 1e6} MB, ${grouped(maxImportLines)} lines`)
    const sessions = section('Sessions')
    expect(sessions).toContain(`${sessionDays} days | ${staffSession.max_hours} hours`)
    expect(sessions).toContain(`after ${staffSession.max_idle_minutes} minutes`)
    expect(section('Ways to sign in')).toContain(`once, ${staffLink.invitation_hours} hours`)
  })
})
