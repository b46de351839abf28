import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { errorCodes } from '#contract/error.ts'
import { isServerBusy, RequestFailure } from '#contract/request/request-failure.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** The server's answers, one for each attempt; the last one repeats. */
let answers: Answer[] = []
const requests: {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: string
}[] = []

const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk))
  request.on('end', () => {
    requests.push({
      method: request.method!,
      path: request.url!,
      headers: request.headers,
      body,
    })
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    answer!(request, response)
  })
})
await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
afterAll(() => server.close())

// The parts of a page that the client reads.
const page = {
  cookie: '',
  querySelector: () => null,
  getElementById: () => null as { textContent: string; remove: () => void } | null,
  documentElement: { dataset: {} as Record<string, string> },
}
const ended: unknown[] = []
vi.stubEnv('VITE_API_URL', origin)
vi.stubGlobal('document', page)
vi.stubGlobal('location', { protocol: 'http:' })
vi.stubGlobal('localStorage', { getItem: () => null, removeItem: () => undefined })
vi.stubGlobal('sessionStorage', { removeItem: () => undefined })
vi.stubGlobal('window', { dispatchEvent: () => ended.push(sessionEndOfPage()) })
const random = vi.spyOn(Math, 'random')
const { sessionEndOfPage } = await import('#portal/storage/session.ts')
const { api } = await import('./api.ts')
const { timeUntil } = await import('./server-clock.ts')

beforeEach(() => {
  page.cookie = ''
  page.documentElement.dataset = {}
  requests.length = 0
  ended.length = 0
  // Makes the wait before a retry 0, because the wait is multiplied by 0.5 + random.
  random.mockReturnValue(-0.5)
})
afterAll(() => random.mockRestore())

function json(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(body))
  }
}

const balance = { amount_balance: 45, value_balance: 225 }
const proxy = (status: number, headers: Record<string, string> = {}): Answer => {
  return (_, response) => {
    response.writeHead(status, headers).end('<html>')
  }
}
const hangUp: Answer = (request) => void request.socket.destroy()

async function failureOf(call: Promise<unknown>): Promise<InstanceType<typeof RequestFailure>> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(RequestFailure)
  return error as InstanceType<typeof RequestFailure>
}

const login = { identifier: 'ana@exemplo.com.br', password: 'segredo1' }

const redemption = {
  body: {
    customer_document: '52998224725',
    products: [{ prize_id: '0199f3a2-7c1e-7000-8000-5f0c9b1d2e3f', quantity: 1 }],
  },
  idempotencyKey: '0123456789abcdef0123456789abcdef',
}
const inProgress = {
  status: 409,
  message: errorCodes.idempotency_in_progress.message,
  data: { type: 'idempotency_in_progress' },
}

describe('a call', () => {
  test('the client puts the API’s origin only before the paths of pictures and passes', async () => {
    const written = { url: '/api/wallet/pass/c/t', photo_url: '/images/c/h.svg', name: '/images' }
    answers = [json(200, { ...written, list: ['/store', '/api/other'] })]
    expect(await api('GET /wallet/{wallet}/member', { params: { wallet: 'apple' } })).toEqual({
      url: `${origin}/api/wallet/pass/c/t`,
      photo_url: `${origin}/images/c/h.svg`,
      name: '/images',
      list: ['/store', '/api/other'],
    })
  })

  test('a call sends Company-Id once the company is known, and Bearer if there is a token [R3.2]', async () => {
    answers = [json(200, balance)]
    await api('GET /customer/balance')
    expect(requests[0]!.headers['company-id']).toBeUndefined()
    expect(requests[0]!.headers.authorization).toBeUndefined()

    page.cookie = 'other=1; token=abc-DEF_9; more=2'
    page.documentElement.dataset = { companyId: 'c1' }
    expect(await api('GET /customer/balance')).toEqual(balance)
    expect(requests[1]).toMatchObject({
      method: 'GET',
      path: '/customer/balance',
      headers: { 'company-id': 'c1', authorization: 'Bearer abc-DEF_9' },
    })
  })

  test('a call has its body as JSON, its params encoded, and no undefined query values [R3.2]', async () => {
    answers = [json(200, [])]
    await api('POST /customer/login', { body: login })
    expect(requests[0]!.headers['content-type']).toBe('application/json')
    expect(JSON.parse(requests[0]!.body)).toEqual(login)
    await api('GET /company/get-company-by-domain/{hostname}', { params: { hostname: 'a/../b c' } })
    expect(requests[1]!.path).toBe('/company/get-company-by-domain/a%2F..%2Fb%20c')
    await api('GET /points', { query: { before: undefined, per_page: 10 } })
    expect(requests[2]!.path).toBe('/points?per_page=10')
  })

  test('a call sends the headers of its endpoint, and leaves out undefined headers [R3.12]', async () => {
    answers = [proxy(204)]
    const headers = { 'customer-email': 'ana@exemplo.com.br', 'customer-document': undefined }
    await api('GET /customer/password-reset', { headers })
    expect(requests[0]!.headers['customer-email']).toBe('ana@exemplo.com.br')
    expect(requests[0]!.headers).not.toHaveProperty('customer-document')
  })

  test('a call sends the ETag of the last answer, and returns that answer for a 304 [R8.1, D13]', async () => {
    const intention = { id: '1', status: 'PENDING' }
    const unchanged: Answer = (_, response) => void response.writeHead(304).end()
    answers = [
      json(200, intention, { etag: 'W/"a"' }),
      unchanged,
      json(200, { ...intention, status: 'AUTHORIZED' }, { etag: 'W/"b"' }),
      unchanged,
      proxy(204),
      proxy(204),
    ]
    page.cookie = 'token=ana'
    expect(await api('GET /points/intention')).toEqual(intention)
    expect(await api('GET /points/intention')).toEqual(intention)
    expect(await api('GET /points/intention')).toMatchObject({ status: 'AUTHORIZED' })
    expect(await api('GET /points/intention')).toMatchObject({ status: 'AUTHORIZED' })
    expect(await api('GET /points/intention')).toBeUndefined()
    page.cookie = 'token=bia'
    expect(await api('GET /points/intention')).toBeUndefined()
    const tags = requests.map(({ headers }) => headers['if-none-match'])
    expect(tags).toEqual([undefined, 'W/"a"', 'W/"a"', 'W/"b"', 'W/"b"', undefined])
  })

  test('an answer with an ETag gives the server’s time to a device that is an hour fast [D5 D13]', async () => {
    const date = new Date(Date.now() - 3_600_000)
    answers = [json(200, { id: '1' }, { etag: 'W/"a"', date: date.toUTCString() })]
    await api('GET /points/intention')
    const left_ms = timeUntil(new Date(date.getTime() + 600_000).toISOString())
    expect(Math.abs(left_ms - 600_000)).toBeLessThan(60_000)
  })

  test('a call fails if a 304 comes for a request without an ETag', async () => {
    answers = [(_, response) => void response.writeHead(304).end()]
    expect(await failureOf(api('GET /customer/balance'))).toMatchObject({ status: 304 })
  })

  test('a call returns undefined for an answer with status 204', async () => {
    answers = [proxy(204)]
    expect(await api('DELETE /customer/session')).toBeUndefined()
  })
})

describe('the client', () => {
  test.each([429, 502, 503, 504])(
    'the client retries a read that gets %i [R3.2]',
    async (status) => {
      answers = [proxy(status), proxy(status), proxy(status), json(200, balance)]
      expect(await api('GET /customer/balance')).toEqual(balance)
      expect(requests).toHaveLength(4)
    },
  )

  test('the client retries a read at most three times; each wait doubles and varies by up to half [R3.2]', async () => {
    const timers = vi.spyOn(globalThis, 'setTimeout')
    random.mockReturnValueOnce(-0.25).mockReturnValueOnce(-0.25).mockReturnValueOnce(-0.375)
    answers = [proxy(503)]
    const failure = await failureOf(api('GET /customer/balance'))
    const waits = timers.mock.calls.map(([, wait_ms]) => wait_ms)
    timers.mockRestore()
    expect(failure).toMatchObject({ status: 503, message: errorCodes.unavailable.message })
    expect(requests).toHaveLength(4)
    expect(waits).toEqual(expect.arrayContaining([500 / 4, 1000 / 4, 2000 / 8]))
  })

  test('the client retries a read after a broken connection and after a truncated answer [R3.2]', async () => {
    const cut: Answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end('{"amount_bal')
    }
    answers = [hangUp, cut, json(200, balance)]
    expect(await api('GET /customer/balance')).toEqual(balance)
  })

  test('the client waits as long as Retry-After says, and fails at once if that exceeds 10 s [R3.2]', async () => {
    answers = [proxy(429, { 'retry-after': '1' }), json(200, balance)]
    const began = performance.now()
    expect(await api('GET /customer/balance')).toEqual(balance)
    expect(performance.now() - began).toBeGreaterThan(990)

    answers = [proxy(429, { 'retry-after': '11' })]
    const failure = await failureOf(api('GET /customer/balance'))
    expect(failure.message).toBe(errorCodes.too_many_requests.message)
    expect(requests).toHaveLength(3)
  })

  test.each([400, 401, 403, 404, 408, 422, 500, 501])(
    'the client does not retry a read that gets %i, because the answer would be the same [R3.2]',
    async (status) => {
      answers = [proxy(status)]
      expect((await failureOf(api('GET /customer/balance'))).status).toBe(status)
      expect(requests).toHaveLength(1)
    },
  )

  test('the client repeats a write with an idempotency key unchanged until it is answered [R3.2 D2]', async () => {
    const transient = [hangUp, proxy(503), json(409, inProgress, { 'retry-after': '0' })]
    const vouchers = [{ code: 'A' }]
    answers = [...transient, json(201, vouchers)]
    expect(await api('POST /voucher/generate', redemption)).toEqual(vouchers)
    expect(requests).toHaveLength(4)
    for (const { method, headers, body } of requests) {
      expect(method).toBe('POST')
      expect(headers['idempotency-key']).toBe(redemption.idempotencyKey)
      expect(JSON.parse(body)).toEqual(redemption.body)
    }
  })

  test('the client retries a write with a key three times, and never after a final error [R3.2 D2]', async () => {
    answers = [proxy(503)]
    await failureOf(api('POST /voucher/generate', redemption))
    expect(requests).toHaveLength(4)
    for (const status of [400, 403, 404, 409, 422, 500]) {
      requests.length = 0
      answers = [proxy(status)]
      expect((await failureOf(api('POST /voucher/generate', redemption))).status).toBe(status)
      expect(requests).toHaveLength(1)
    }
  })

  test('the client sends a write without a key only once, because it may have been carried out [D2]', async () => {
    for (const answer of [proxy(503), hangUp]) {
      requests.length = 0
      answers = [answer]
      await failureOf(api('POST /customer/login', { body: login }))
      expect(requests).toHaveLength(1)
    }
  })
})

describe('a failed call', () => {
  test.each([
    [503, { 'retry-after': '11' }, true],
    [503, {}, false],
    [429, { 'retry-after': '11' }, false],
    [500, { 'retry-after': '11' }, false],
  ])(
    'whether a failed call with a %i and the headers %j counts as a busy server: %s',
    async (status, headers, isBusy) => {
      answers = [proxy(status, headers)]
      expect(isServerBusy(await failureOf(api('GET /points/intention')))).toBe(isBusy)
    },
  )

  test('a failed call has the message, the type and the fields of the answer [R13.1]', async () => {
    const fields = { email: ['Insira um email válido'] }
    answers = [json(422, { status: 422, message: 'Dito assim', data: { type: 'odd', fields } })]
    const failure = await failureOf(api('POST /customer/login', { body: login }))
    expect(failure).toMatchObject({ status: 422, type: 'odd', message: 'Dito assim', fields })
  })

  test.each([
    [401, 'A sua sessão expirou, entre em sua conta novamente.'],
    [403, 'Ops.. Você não tem permissão para acessar esse conteúdo.'],
    [408, 'O servidor demorou demais para responder...'],
    [422, 'Há um erro de validação no formulário...'],
    [429, 'Ocorreram muitas requisições, aguarde um momento e tente novamente.'],
    [500, errorCodes.internal.message],
    [501, 'Esta funcionalidade ainda não está implementada.'],
    [502, errorCodes.internal.message],
    [509, errorCodes.internal.message],
  ])(
    'a failed call that gets %i from a proxy has the message: %s [R13.1]',
    async (status, message) => {
      answers = [proxy(status)]
      const failure = await failureOf(api('POST /customer/login', { body: login }))
      expect(failure).toMatchObject({ status, type: 'unknown', message, fields: {} })
    },
  )

  test('a failed call without an answer has the message of a bad connection and no status [R13.1]', async () => {
    answers = [hangUp]
    expect(await failureOf(api('POST /customer/login', { body: login }))).toMatchObject({
      status: null,
      type: 'network',
      message: 'Há um problema na conexão. Verifique a sua conexão e tente novamente.',
    })
  })

  test('a failed call without an answer within 60 s has the message of a slow server [R13.1]', async () => {
    const limits: number[] = []
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((limit_ms) => {
      limits.push(limit_ms)
      return AbortSignal.abort(new DOMException('', 'TimeoutError'))
    })
    const failure = await failureOf(api('POST /customer/login', { body: login }))
    timeout.mockRestore()
    expect(limits).toEqual([60_000])
    expect(failure).toMatchObject({
      status: null,
      type: 'timeout',
      message: 'Hmm... Isso está demorando mais que o normal...',
    })
  })
})

describe('a 401', () => {
  test('a 401 ends the session and clears the token after a call with a token [R3.8]', async () => {
    page.cookie = 'token=abc'
    answers = [proxy(401)]
    await failureOf(api('GET /customer/balance'))
    expect(ended).toEqual(['expired'])
    expect(page.cookie).toMatch(/^token=; Path=\/; Max-Age=0/)
  })

  test('the refusal of a blocked account ends the session, and any other 403 does not [R3.8 D15]', async () => {
    const { message } = errorCodes.customer_blocked
    const refused = (type: string) => json(403, { status: 403, message, data: { type } })
    page.cookie = 'token=abc'
    answers = [refused('forbidden'), refused('customer_blocked')]
    await failureOf(api('GET /customer/balance'))
    expect(ended).toEqual([])
    expect(await failureOf(api('GET /customer/balance'))).toMatchObject({ message })
    expect(ended).toEqual(['blocked'])
    expect(page.cookie).toMatch(/^token=; Path=\/; Max-Age=0/)
  })

  test('a 401 does not end a session that began meanwhile, or one that does not exist [R3.8]', async () => {
    page.cookie = 'token=old'
    answers = [
      (_, response) => {
        page.cookie = 'token=new'
        response.writeHead(401).end()
      },
    ]
    await failureOf(api('GET /customer/balance'))
    page.cookie = ''
    answers = [proxy(401)]
    await failureOf(api('POST /customer/login', { body: login }))
    expect(ended).toEqual([])
  })
})
