import { beforeEach, describe, expect, test, vi } from 'vitest'

import { messageOf } from '#contract/console/error-message.ts'
import { errorCodes, type ErrorCode } from '#contract/error.ts'
import { RequestFailure } from '#contract/request/request-failure.ts'

const company = { id: '018f0000-0000-7000-8000-000000000001', time_zone: 'America/Sao_Paulo' }
vi.stubGlobal('document', { getElementById: () => ({ textContent: JSON.stringify(company) }) })
const { api } = await import('./api.ts')
const { curl } = await import('#console/call/curl.ts')
const prompt = await import('./prompt.ts')

const fetched = vi.fn<typeof fetch>()
vi.stubGlobal('fetch', fetched)
const asked = vi.spyOn(prompt, 'ask')

function refusal(code: ErrorCode): Response {
  const { status } = errorCodes[code]
  const message = messageOf(code)
  return Response.json({ status, message, data: { type: code } }, { status })
}

beforeEach(() => {
  fetched.mockReset()
})

describe('a call', () => {
  test('names the company, and sends its body as JSON [D15]', async () => {
    fetched.mockResolvedValue(new Response(null, { status: 204 }))
    await api('PUT /admin/password', { body: { current_password: 'a', password: 'b' } })
    expect(fetched).toHaveBeenCalledWith('/api/admin/password', {
      method: 'PUT',
      headers: { 'company-id': company.id, 'content-type': 'application/json' },
      body: '{"current_password":"a","password":"b"}',
      signal: expect.any(AbortSignal),
    })
  })

  test('is retried after a broken connection if it only reads; a write is not retried [D15]', async () => {
    fetched.mockRejectedValueOnce(new TypeError('failed')).mockResolvedValueOnce(Response.json([]))
    expect(await api('GET /admin/session')).toEqual([])
    fetched.mockReset().mockRejectedValue(new TypeError('failed'))
    await expect(api('POST /admin/factor/recovery')).rejects.toMatchObject({ type: 'network' })
    expect(fetched).toHaveBeenCalledOnce()
  })

  test('is retried if the contract says that its repeat does no harm [D17]', async () => {
    fetched.mockRejectedValueOnce(new TypeError('failed')).mockResolvedValueOnce(Response.json({}))
    const params = { id: company.id }
    expect(await api('POST /admin/import/{id}/continue', { params })).toEqual({})
    expect(fetched).toHaveBeenCalledTimes(2)
  })
})

test('a call as curl names no session, and quotes its values for a shell [D15]', () => {
  const command = curl(
    { endpoint: 'DELETE /admin/key/{id}', params: { id: "a'b" }, body: { name: "D'Ávila" } },
    'http://admin.cafe.localhost',
  )
  expect(command).toBe(
    [
      `curl -X DELETE 'http://admin.cafe.localhost/api/admin/key/a'\\''b'`,
      `-H 'company-id: ${company.id}'`,
      `-H 'content-type: application/json'`,
      `-b 'fiel_staff=SUA_SESSAO'`,
      `--data '{"name":"D'\\''Ávila"}'`,
    ].join(' \\\n  '),
  )
})

describe('a refused call', () => {
  test('is repeated once the person has signed in or given the second factor [D15]', async () => {
    for (const [code, refusals] of [
      ['unauthenticated', 2],
      ['second_factor_required', 1],
      ['fresh_factor_required', 1],
    ] as const) {
      fetched.mockReset()
      for (let n = 0; n < refusals; n += 1) fetched.mockResolvedValueOnce(refusal(code))
      fetched.mockResolvedValueOnce(Response.json({ codes: ['a'] }, { status: 200 }))
      asked.mockResolvedValueOnce(true)
      expect(await api('POST /admin/factor/recovery')).toEqual({ codes: ['a'] })
      expect(fetched).toHaveBeenCalledTimes(refusals + 1)
    }
  })

  test('is repeated without a question if a second factor has renewed the cookie meanwhile [D15]', async () => {
    asked.mockClear()
    fetched.mockResolvedValueOnce(refusal('unauthenticated'))
    fetched.mockResolvedValueOnce(Response.json([]))
    expect(await api('GET /admin/session')).toEqual([])
    expect(asked).not.toHaveBeenCalled()
  })

  test('fails with its error, and is not repeated, if the person closes the question [D15]', async () => {
    fetched.mockResolvedValueOnce(refusal('fresh_factor_required'))
    asked.mockResolvedValueOnce(false)
    await expect(api('POST /admin/factor/recovery')).rejects.toBeInstanceOf(RequestFailure)
    expect(fetched).toHaveBeenCalledOnce()
  })

  test('fails without a question if the person’s role may not make it [D15]', async () => {
    asked.mockClear()
    fetched.mockResolvedValueOnce(refusal('forbidden'))
    await expect(api('POST /admin/factor/recovery')).rejects.toMatchObject({ type: 'forbidden' })
    expect(asked).not.toHaveBeenCalled()
  })
})
