/**
 * Two CEP services with fixed hosts, called concurrently. The package cep-promise is not used: it has a node-fetch of 2022,
 * follows redirects and reads answers of any length. It also cannot be pointed at a test server.
 */

import * as z from 'zod/mini'

import { Address } from '#contract/address.ts'

/** URLs of the services. Tests pass their own. */
export type AddressSources = { viacep: string; brasilapi: string }

export const publicSources: AddressSources = {
  viacep: 'https://viacep.com.br',
  brasilapi: 'https://brasilapi.com.br',
}

/** The longest wait for an answer in ms. After this time the person is faster by hand. */
const timeLimit_ms = 3_000
/** The longest accepted answer in bytes. A real answer has about 300. */
const maxAnswer_bytes = 8_192

/** The address, or null for an unknown CEP. An address is certain; null is certain if no service failed. Throws if both failed. */
export async function askSources(
  sources: AddressSources,
  postal_code: string,
): Promise<{ found: Address | null; isCertain: boolean }> {
  const requests = [
    askViaCep(sources.viacep, postal_code),
    askBrasilApi(sources.brasilapi, postal_code),
  ]
  try {
    return { found: await Promise.any(requests.map(orReject)), isCertain: true }
  } catch {
    // Neither found the CEP: either one of them is sure that it does not exist, or both failed.
    const answers = await Promise.allSettled(requests)
    const failures = answers.filter(({ status }) => status === 'rejected')
    if (failures.length === requests.length) throw new Error('no service answered')
    return { found: null, isCertain: failures.length === 0 }
  }
}

/** The first service that found the CEP wins. A service without it may have older data. */
async function orReject(request: Promise<Address | null>): Promise<Address> {
  const found = await request
  if (!found) throw new Error('not here')
  return found
}

const ViaCepAnswer = z.object({
  logradouro: z.string(),
  bairro: z.string(),
  localidade: z.string(),
  uf: z.string(),
})

async function askViaCep(origin: string, postal_code: string): Promise<Address | null> {
  const answer = await read(`${origin}/ws/${postal_code}/json/`)
  // ViaCEP answers an unknown CEP with status 200 and {"erro": "true"}, a string.
  if (answer.ok && z.object({ erro: z.unknown() }).safeParse(answer.body).data?.erro) return null
  if (!answer.ok) throw new Error(`ViaCEP: ${answer.status}`)
  const { logradouro, bairro, localidade, uf } = ViaCepAnswer.parse(answer.body)
  return Address.parse({
    postal_code,
    street: logradouro,
    district: bairro,
    city: localidade,
    state: uf,
  })
}

const BrasilApiAnswer = z.object({
  // The street is null or empty for the CEP of a whole city.
  street: z.nullish(z.string()),
  neighborhood: z.nullish(z.string()),
  city: z.string(),
  state: z.string(),
})

async function askBrasilApi(origin: string, postal_code: string): Promise<Address | null> {
  // Version 1: version 2 also calls a geocoder, and fails when that fails.
  const answer = await read(`${origin}/api/cep/v1/${postal_code}`)
  // BrasilAPI answers the same for an unknown CEP and for failed sources, so it is certain only if ViaCEP agrees.
  if (answer.status === 404) return null
  if (!answer.ok) throw new Error(`BrasilAPI: ${answer.status}`)
  const { street, neighborhood, city, state } = BrasilApiAnswer.parse(answer.body)
  return Address.parse({
    postal_code,
    street: street ?? '',
    district: neighborhood ?? '',
    city,
    state,
  })
}

/** Fetches JSON of bounded length in bounded time. Follows no redirect, so that the server calls no other host. */
async function read(url: string): Promise<{ ok: boolean; status: number; body: unknown }> {
  const response = await fetch(url, {
    redirect: 'error',
    signal: AbortSignal.timeout(timeLimit_ms),
    headers: { accept: 'application/json' },
  })
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxAnswer_bytes) throw new Error('an answer of no end')
    chunks.push(chunk)
  }
  const { ok, status } = response
  return { ok, status, body: ok ? JSON.parse(Buffer.concat(chunks).toString()) : undefined }
}
