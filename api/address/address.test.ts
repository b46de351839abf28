import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, beforeEach, expect, test } from 'vitest'

import { createApp } from '#api/app.ts'
import { identityProviderOf } from '#api/company/identity-provider.ts'
import { createLog } from '#api/log/log.ts'
import { oneSecret } from '#api/secret/server-secret.ts'
import { asGuest, createWorld, errorOf } from '#api/testing/worlds/world.ts'
import { systemIo } from '#database/io.ts'
import { createEngine } from '#engine/apply.ts'

/** The reaction of a fake CEP service to a request. */
type Behaviour = (response: ServerResponse) => void

const json =
  (body: object, status = 200): Behaviour =>
  (response) =>
    response
      .writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
      .end(JSON.stringify(body))

/** An address in ViaCEP's form. */
const viaCep = {
  cep: '01310-100',
  logradouro: 'Avenida Paulista',
  complemento: 'de 612 a 1510 - lado par',
  unidade: '',
  bairro: 'Bela Vista',
  localidade: 'São Paulo',
  uf: 'SP',
  estado: 'São Paulo',
  regiao: 'Sudeste',
  ibge: '3550308',
  gia: '1004',
  ddd: '11',
  siafi: '7107',
}
/** An address in BrasilAPI's form. */
const brasilApi = {
  cep: '01310100',
  state: 'SP',
  city: 'São Paulo',
  neighborhood: 'Bela Vista',
  street: 'Avenida Paulista',
  service: 'correios',
}
const viaCepUnknown = json({ erro: 'true' })
const brasilApiUnknown = json(
  {
    message: 'Todos os serviços de CEP retornaram erro.',
    type: 'service_error',
    name: 'CepPromiseError',
    errors: [{ name: 'ServiceError', message: 'CEP INVÁLIDO', service: 'correios' }],
  },
  404,
)
const broken = json({ message: 'Internal error' }, 500)
const page: Behaviour = (response) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Em manutenção</html>')
const cut: Behaviour = (response) => {
  response.writeHead(200, { 'content-length': '500' })
  response.write('{"cep":', () => response.destroy())
}
const endless: Behaviour = (response) => response.writeHead(200).end('x'.repeat(1_000_000))
const silent: Behaviour = () => undefined
const firstAnswer = Promise.withResolvers<void>()
const brokenFirst: Behaviour = (response) => {
  response.once('close', firstAnswer.resolve)
  broken(response)
}
const slow: Behaviour = (response) => void firstAnswer.promise.then(() => json(brasilApi)(response))
/** Sends single bytes and never ends the response. */
const dripping: Behaviour = (response) => {
  response.writeHead(200)
  const drip = setInterval(() => response.write(' '), 100)
  response.on('close', () => clearInterval(drip))
}

const behaviour = { viacep: json(viaCep), brasilapi: json(brasilApi) }
const requests: string[] = []
const viacep = await service('viacep')
const brasilapi = await service('brasilapi')
const addressSources = { viacep: origin(viacep), brasilapi: origin(brasilapi) }
const world = await createWorld({ addressSources })
const { cafe, posto, call } = world
let nextPostalCode = 10_000_000

beforeEach(() => {
  requests.length = 0
  // Ends the 10 s pause after a test in which both services were down.
  pass(60)
})

async function service(name: 'viacep' | 'brasilapi'): Promise<Server> {
  const server = createServer((request, response) => {
    requests.push(`${name} ${request.url}`)
    behaviour[name](response)
  })
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return server
}

function origin(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function pass(seconds: number): void {
  world.moveClock(new Date(world.now().getTime() + seconds * 1000).toISOString())
}

/** A CEP that no test has looked up. */
function newPostalCode(): string {
  nextPostalCode += 1
  return String(nextPostalCode)
}

function find(postal_code: string, company = cafe, address?: string) {
  return call('GET /address/{postal_code}', {
    headers: asGuest(company),
    params: { postal_code },
    ...(address && { address }),
  })
}

function answering(viacep: Behaviour, brasilapi: Behaviour): void {
  Object.assign(behaviour, { viacep, brasilapi })
}

const paulista = {
  street: 'Avenida Paulista',
  district: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
}

test('GET /address/{postal_code} returns the address from either service [R4.5]', async () => {
  answering(json(viaCep), json(brasilApi))
  const answer = await find('01310100')
  expect(answer).toMatchObject({ status: 200, body: { postal_code: '01310100', ...paulista } })
  expect(requests.toSorted()).toEqual([
    'brasilapi /api/cep/v1/01310100',
    'viacep /ws/01310100/json/',
  ])
})

test.each([
  ['ViaCEP answers, BrasilAPI fails', json(viaCep), broken],
  ['BrasilAPI answers, ViaCEP sends an HTML page', page, json(brasilApi)],
  ['one is cut off', cut, json(brasilApi)],
  ['one has no end', endless, json(brasilApi)],
  ['one never answers', silent, json(brasilApi)],
  ['one fails at once, the other is slow', brokenFirst, slow],
  ['one does not know the CEP, the other does', viaCepUnknown, json(brasilApi)],
  ['one answers an unknown state', json({ ...viaCep, uf: 'XX' }), json(brasilApi)],
  ['one answers without the required fields', json({ cep: '1' }), json(brasilApi)],
])('the address is found if %s [R4.5]', async (_what, first, second) => {
  answering(first, second)
  expect((await find(newPostalCode())).body).toMatchObject(paulista)
})

test.each([
  [
    'ViaCEP',
    json({ ...viaCep, logradouro: '', bairro: '', localidade: 'Irati', uf: 'PR' }),
    broken,
  ],
  [
    'BrasilAPI',
    broken,
    json({ ...brasilApi, street: null, neighborhood: null, city: 'Irati', state: 'PR' }),
  ],
])(
  'the CEP of a whole city gives empty street and district, from %s [R4.5]',
  async (_who, first, second) => {
    answering(first, second)
    expect((await find(newPostalCode())).body).toMatchObject({
      street: '',
      district: '',
      city: 'Irati',
      state: 'PR',
    })
  },
)

test.each([
  ['a state that is none', { state: 'XX' }],
  ['a state in small letters', { state: 'sp' }],
  ['no city', { city: ' ' }],
  ['NUL', { street: 'Avenida\u0000Paulista' }],
  ['a control character', { district: 'Bela\u0007Vista' }],
  ['half a surrogate', { city: 'S\ud800o Paulo' }],
  ['a street longer than the form accepts', { street: 'x'.repeat(192) }],
  ['a number for a street', { street: 7 }],
  ['8 kB, in fewer characters', { padding: 'ã'.repeat(4_096) }],
])(
  'an answer with %s counts as a failure of the address service, whichever of the two sends it [T20]',
  async (_what, wrong) => {
    const postal_code = newPostalCode()
    const { street, district, city, state, ...rest } = { ...paulista, ...wrong }
    answering(
      json({ logradouro: street, bairro: district, localidade: city, uf: state, ...rest }),
      broken,
    )
    expect(errorOf(await find(postal_code)).type).toBe('address_unavailable')
    pass(60)
    answering(broken, json({ street, neighborhood: district, city, state, ...rest }))
    expect(errorOf(await find(postal_code)).type).toBe('address_unavailable')
    pass(60)
    answering(json(viaCep), broken)
    expect((await find(postal_code)).body).toMatchObject(paulista)
  },
)

test('a CEP that neither service knows gets postal_code_not_found [R4.5]', async () => {
  answering(viaCepUnknown, brasilApiUnknown)
  const answer = await find(newPostalCode())
  expect(errorOf(answer)).toEqual({ status: 404, type: 'postal_code_not_found' })
  expect(answer.body).toMatchObject({ message: 'Não encontramos este CEP.' })
})

test('if both services are down, a CEP gets address_unavailable within 3 s, then at once for 10 s [T20]', async () => {
  answering(dripping, silent)
  const startedAt = performance.now()
  const answer = await find(newPostalCode())
  // Sequential calls would take 6 s.
  expect(performance.now() - startedAt).toBeLessThan(5_000)
  expect(errorOf(answer)).toEqual({ status: 503, type: 'address_unavailable' })
  expect(answer.headers['retry-after']).toBe('10')
  requests.length = 0
  pass(4)
  const resting = await find(newPostalCode())
  expect(errorOf(resting).type).toBe('address_unavailable')
  expect(resting.headers['retry-after']).toBe('6')
  expect(requests).toEqual([])
  pass(6)
  answering(json(viaCep), broken)
  expect((await find(newPostalCode())).status).toBe(200)
})

test('CEP look-ups do not count against the limit while both services are down and not called [T20]', async () => {
  answering(broken, broken)
  const refused = new Set<string>()
  for (let look_ups = 0; look_ups < 55; look_ups += 1) {
    refused.add(errorOf(await find(newPostalCode(), cafe, '203.0.113.8')).type)
  }
  expect([...refused]).toEqual(['address_unavailable'])
  expect(requests).toHaveLength(2)
})

test('a redirect by an address service is not followed [T20]', async () => {
  const elsewhere: Behaviour = (response) =>
    response.writeHead(302, { location: `${origin(viacep)}/segredo` }).end()
  answering(elsewhere, elsewhere)
  expect((await find(newPostalCode())).status).toBe(503)
  expect(requests.some((url) => url.includes('segredo'))).toBe(false)
})

test.each(['0131010', '013101000', '01310-10', '01310-100', '0131010a', '０１３１０１００'])(
  '"%s" is refused, because it is no CEP [R4.5]',
  async (postal_code) => {
    const answer = await find(postal_code)
    expect(errorOf(answer)).toEqual({
      status: 422,
      type: 'validation',
      fields: { postal_code: ['Informe um CEP válido.'] },
    })
    expect(requests).toEqual([])
  },
)

test('an empty CEP gets a message of its own [R4.5]', async () => {
  expect(errorOf(await find(''))).toMatchObject({
    status: 422,
    type: 'validation',
    fields: { postal_code: ['Informe o CEP.'] },
  })
})

test('a found address is cached for 90 days, and an unknown CEP for 1 day [T20]', async () => {
  const [found, missing] = [newPostalCode(), newPostalCode()]
  answering(json(viaCep), json(brasilApi))
  await find(found)
  answering(viaCepUnknown, brasilApiUnknown)
  await find(missing)
  requests.length = 0

  answering(broken, broken)
  expect((await find(found)).body).toMatchObject(paulista)
  expect((await find(missing)).status).toBe(404)
  pass(86_400)
  expect((await find(found)).status).toBe(200)
  expect(requests).toEqual([])
  expect((await find(missing)).status).toBe(503)
  pass(90 * 86_400)
  expect((await find(found)).status).toBe(503)
})

test.each([
  ['ViaCEP', viaCepUnknown, broken],
  ['BrasilAPI', broken, brasilApiUnknown],
])(
  'a CEP that %s does not know is not cached while the other service is down [T20]',
  async (_who, first, second) => {
    const postal_code = newPostalCode()
    answering(first, second)
    expect(errorOf(await find(postal_code)).type).toBe('postal_code_not_found')
    answering(json(viaCep), json(brasilApi))
    expect((await find(postal_code)).body).toMatchObject(paulista)
  },
)

test('all nodes share the cache of addresses [T20]', async () => {
  const postal_code = newPostalCode()
  answering(json(viaCep), json(brasilApi))
  await find(postal_code)
  requests.length = 0
  const node = await createApp({
    database: world.database,
    engine: createEngine(systemIo(world.database)),
    clock: world.now,
    secret: oneSecret(Buffer.alloc(32)),
    queueMail: async () => undefined,
    push: null,
    addressSources,
    identityProvider: identityProviderOf({}, true),
    trustedProxies: [],
    portalFolder: null,
    log: createLog('silent'),
  })
  afterAll(() => node.close())
  const answer = await node.inject({
    url: `/api/address/${postal_code}`,
    headers: asGuest(cafe),
  })
  expect(answer.json()).toEqual({ postal_code, ...paulista })
  expect(requests).toEqual([])
})

test('each company has its own cache of addresses [D2]', async () => {
  const postal_code = newPostalCode()
  answering(json(viaCep), json(brasilApi))
  await find(postal_code)
  requests.length = 0
  await find(postal_code, posto)
  expect(requests).toHaveLength(2)
})

test('too many CEP look-ups of one IP address are refused; cached CEPs do not count [T20]', async () => {
  answering(json(viaCep), json(brasilApi))
  const storedCode = newPostalCode()
  await find(storedCode)
  const answers = []
  for (let look_ups = 0; look_ups < 53; look_ups += 1) {
    answers.push(await find(newPostalCode(), cafe, '203.0.113.9'))
  }
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(51)
  requests.length = 0
  const refused = await find(newPostalCode(), cafe, '203.0.113.9')
  expect(errorOf(refused)).toEqual({ status: 429, type: 'too_many_requests' })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await find(storedCode, cafe, '203.0.113.9')).body).toMatchObject(paulista)
  expect(requests).toEqual([])
})
