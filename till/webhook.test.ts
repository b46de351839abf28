/** The check of a signature, against the library with which the server signs. */

import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'

import { SignatureError, verifiedMessage } from './webhook.ts'

const secret = `whsec_${Buffer.from('a secret of the example, 32 bytes').toString('base64')}`
const other = 'whsec_b3RoZXI='
const body = JSON.stringify({ type: 'level.changed', data: { level_name: 'Açaí' } })

function headersOf(at: Date = new Date(), signedBy: string[] = [secret]): Record<string, string> {
  const signatures = signedBy.map((one) => new Webhook(one).sign('message-1', at, body))
  return {
    'webhook-id': 'message-1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': signatures.join(' '),
  }
}

describe('the signature of a webhook [D3]', () => {
  test('the signature of a webhook is verified with headers of fetch and of Node, for text and bytes', async () => {
    const event = JSON.parse(body) as object
    const bytes = new TextEncoder().encode(body)
    expect(await verifiedMessage(secret, new Headers(headersOf()), body)).toEqual(event)
    expect(await verifiedMessage(secret, headersOf(), bytes)).toEqual(event)
    const listed = { ...headersOf(), 'webhook-id': ['message-1'] }
    expect(await verifiedMessage(secret, listed, body)).toEqual(event)
  })

  test('a webhook is verified if one of several signatures fits, as while a secret is replaced', async () => {
    const headers = headersOf(new Date(), [other, secret])
    expect(await verifiedMessage(secret, headers, body)).toMatchObject({ type: 'level.changed' })
  })

  const now = Date.now()
  test.each<[string, Record<string, string>, string?]>([
    ['a changed body', headersOf(), body.replace('Açaí', 'Lata')],
    ['another id', { ...headersOf(), 'webhook-id': 'message-2' }],
    ['another secret', headersOf(new Date(), [other])],
    ['a time 6 minutes ago', headersOf(new Date(now - 360_000))],
    ['a time in 6 minutes', headersOf(new Date(now + 360_000))],
    ['no time', { ...headersOf(), 'webhook-timestamp': 'now' }],
    ['no signature', { ...headersOf(), 'webhook-signature': '' }],
    ['an empty signature', { ...headersOf(), 'webhook-signature': 'v1,' }],
    ['a signature that is not base64', { ...headersOf(), 'webhook-signature': 'v1,ç' }],
    [
      'another version',
      {
        ...headersOf(),
        'webhook-signature': headersOf()['webhook-signature']!.replace('v1', 'v2'),
      },
    ],
    ['no headers', {}],
  ])('the signature of a webhook is refused for %s', async (_, headers, text = body) => {
    await expect(verifiedMessage(secret, headers, text)).rejects.toThrow(SignatureError)
  })

  test.each(['', 'whsec_', 'whsec_ç'])(
    'verifying a webhook with the secret %j is an error, because a secret begins with whsec_',
    async (none) => {
      await expect(verifiedMessage(none, headersOf(), body)).rejects.toThrow('begins with whsec_')
    },
  )
})
