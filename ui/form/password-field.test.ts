import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { PasswordField } from './PasswordField.tsx'

const props = { name: 'password', label: 'Senha', show: 'Mostrar senha', hide: 'Ocultar senha' }

test('a password field hides its text until the person presses its button [R3.3]', () => {
  const html = renderToStaticMarkup(createElement(PasswordField, props))
  expect(html).toMatch(/<input[^>]*type="password"/)
  expect(html).toContain('aria-label="Mostrar senha"')
})

test('each password field says to password managers what it is for, and none forbids to paste [R3.3]', () => {
  const files = execFileSync('git', ['ls-files', 'portal/*.tsx', 'console/*.tsx', 'ui/*.tsx'], {
    encoding: 'utf8',
  })
  const screens = files
    .trim()
    .split('\n')
    .map((file) => readFileSync(file, 'utf8'))
  const fields = screens.flatMap((text) =>
    [...text.matchAll(/<PasswordField\b[^]*?\/>/g)].map(([field]) => field),
  )
  expect(fields.length).toBeGreaterThan(3)
  for (const field of fields) expect(field).toMatch(/autoComplete="(current|new)-password"/)
  expect(screens.join('')).not.toMatch(/onPaste|type="password"/)
})
