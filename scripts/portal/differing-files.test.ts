import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { differingFiles, hashesOf } from './differing-files.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fiel-differing-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function build(name: string, files: Record<string, string>): Map<string, string> {
  const dist = join(folder, name)
  mkdirSync(join(dist, 'assets'), { recursive: true })
  for (const [file, content] of Object.entries(files)) writeFileSync(join(dist, file), content)
  return hashesOf(dist)
}

test('two builds of the same files differ in none [D15]', () => {
  const files = { 'index.html': '<p>', 'assets/app.js': 'a' }
  expect(differingFiles(build('first', files), build('second', files))).toEqual([])
})

test('a changed byte, a missing and an additional file are named, also in a folder [D15]', () => {
  const first = build('first', { 'index.html': '<p>', 'assets/app.js': 'a', 'old.css': '' })
  const second = build('second', { 'index.html': '<p>', 'assets/app.js': 'b', 'new.css': '' })
  expect(differingFiles(first, second).toSorted()).toEqual(['assets/app.js', 'new.css', 'old.css'])
})
