import { expect, test } from 'vitest'

import { innerWebhooks } from './inner-webhook.ts'

const applied = 'https://10.0.0.7/fiel'
const inner = [
  'https://127.0.0.1/x',
  'http://127.0.0.1:9/x',
  'https://10.0.0.1/x',
  'https://169.254.169.254/latest',
  'https://0x7f000001/',
  'https://2130706433/',
  'https://[::1]/x',
  'https://[::ffff:127.0.0.1]/',
  'https://localhost./x',
  'https://erp.localhost/x',
]
const fileOf = (urls: string[]) => ({
  webhooks: urls.map((url) => ({ url, types: null })),
})

test('an internal address is a mistake at its field, unless the operator has applied it [D3 T14]', () => {
  const file = fileOf([applied, 'https://hooks.example:8443/x', ...inner])
  expect(innerWebhooks(file, fileOf([applied]), false)).toEqual(
    inner.map((_, at) => ({
      path: ['webhooks', at + 2, 'url'],
      sentence: 'Use um endereço https da internet: o Fiel não envia a um endereço interno',
    })),
  )
})

test('a demo may send to this machine [D3]', () => {
  expect(innerWebhooks(fileOf(inner), fileOf([]), true)).toEqual([])
})
