import { expect, test } from 'vitest'

import { createWorld } from '#api/testing/worlds/world.ts'
import { endpoints } from '#contract/endpoints.ts'

const { app } = await createWorld()

test('/api/openapi.json describes every endpoint with its error codes by status', async () => {
  const { paths } = (await app.inject({ url: '/api/openapi.json' })).json()
  const described = Object.entries<Record<string, unknown>>(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace('/api', '')}`),
  )
  expect(described.toSorted()).toEqual(Object.keys(endpoints).toSorted())
  const { responses, requestBody, security } = paths['/api/partner/points/generate'].post
  expect(Object.keys(responses).join(' ')).toBe(
    '201 400 401 403 404 408 409 413 415 422 429 500 503',
  )
  expect(responses['422'].description).toContain(
    '`idempotency_mismatch` Esta operação já foi feita',
  )
  expect(requestBody.content['application/json'].schema.properties.purchase_value).toMatchObject({
    type: 'integer',
    minimum: 1,
    maximum: 100_000_000,
  })
  expect(security).toEqual([{ partner_key: [] }])
})

test('/api/docs shows it as a page', async () => {
  const page = await app.inject({ url: '/api/docs/' })
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-type']).toContain('text/html')
  expect(page.body).toContain('swagger-ui')
})
