import { describe, expect, test } from 'vitest'

import { webhookTypes, WebhookEvent, WebhookFile } from './webhook.ts'

test('the event types are exactly these, and an event parses only with the data of its type [D3]', () => {
  expect(webhookTypes).toEqual([
    'points.generated',
    'points.reversed',
    'intention.authorized',
    'intention.declined',
    'intention.expired',
    'voucher.issued',
    'voucher.withdrawn',
    'level.changed',
    'customer.created',
    'customer.erased',
    'head.signed',
  ])
  const timestamp = '2026-11-20T15:00:00.000Z'
  const data = { customer_id: crypto.randomUUID(), login_type: 'EMAIL' }
  const created = { type: 'customer.created', timestamp, data }
  expect(WebhookEvent.parse(created)).toEqual(created)
  expect(WebhookEvent.safeParse({ ...created, type: 'level.changed' }).success).toBe(false)
  expect(WebhookEvent.safeParse({ ...created, type: 'other' }).success).toBe(false)
})

describe('an endpoint of a company’s file [T20]', () => {
  test.each([
    'https://loja.example/fiel',
    'https://loja.example:8443/fiel?loja=1',
    'http://localhost:4000/fiel',
    'http://cafe.localhost:4000/fiel',
    'http://127.0.0.1:4000/fiel',
  ])('a webhook’s URL may be %s', (url) => {
    expect(WebhookFile.parse({ url })).toEqual({ url, types: null })
  })

  test.each([
    'http://loja.example/fiel',
    'http://localhost.example/fiel',
    'ftp://loja.example/fiel',
    'https://ana:segredo@loja.example/fiel',
    'https://loja.example/fiel#1',
    'https://loja.example/fi\u0000el',
    'https://loja.example/fi\ud800el',
    `https://loja.example/${'x'.repeat(600)}`,
    'loja.example',
    '',
    7,
  ])('a webhook’s URL may not be %j', (url) => {
    expect(WebhookFile.safeParse({ url }).success).toBe(false)
  })

  test('a webhook may name types of events: at least one, and only existing ones', () => {
    const url = 'https://loja.example/fiel'
    const types = ['points.generated', 'level.changed']
    expect(WebhookFile.parse({ url, types })).toEqual({ url, types })
    for (const wrong of [[], ['points.lost'], 'points.generated']) {
      expect(WebhookFile.safeParse({ url, types: wrong }).success).toBe(false)
    }
  })
})
