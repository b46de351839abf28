/**
 * Who knows Brazil's CEPs: two services of fixed hosts, asked at once. Not cep-promise: it brings a node-fetch of 2022, follows
 * redirects, reads answers of any length, and cannot be pointed at a server of ours to be tested.
 */

import * as z from 'zod/mini'

import { Address } from '#contract/address.ts'

/** Where the services are. Tests have their own. */
export type AddressSources = { viacep: string; brasilapi: string }

export const public_sources: AddressSources = {
  viacep: 'https://viacep.com.br',
  brasilapi: 'https://brasilapi.com.br',
}

/** A form that waits longer is filled in by hand sooner. */
const time_limit_ms = 3_000
/** Theirs are of some 300 bytes. */
const max_answer_bytes = 8_192

/** The address, or null where there is no such CEP; `is_certain` when nobody failed. Throws when neither service knows. */
export async function askSources(
  sources: AddressSources,
  postal_code: string,
): Promise<{ found: Address | null; is_certain: boolean }> {
  const asked = [
    askViaCep(sources.viacep, postal_code),
    askBrasilApi(sources.brasilapi, postal_code),
  ]
  try {
    return { found: await Promise.any(asked.map(orReject)), is_certain: true }
  } catch {
    // Neither has found it: whether one of them knows that there is none, or both have failed.
    const answers = await Promise.allSettled(asked)
    const failures = answers.filter(({ status }) => status === 'rejected')
    if (failures.length === asked.length) throw new Error('no service answered')
    return { found: null, is_certain: failures.length === 0 }
  }
}

/** The first that has found something is right; one that has not may be the slower to learn. */
async function orReject(asked: Promise<Address | null>): Promise<Address> {
  const found = await asked
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
  // {"erro": "true"}, a word, with a status of 200.
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
  // Null or empty for the CEP of a whole city.
  street: z.nullish(z.string()),
  neighborhood: z.nullish(z.string()),
  city: z.string(),
  state: z.string(),
})

async function askBrasilApi(origin: string, postal_code: string): Promise<Address | null> {
  // Not v2: it asks a geocoder as well, and fails with it.
  const answer = await read(`${origin}/api/cep/v1/${postal_code}`)
  // Its word for "no such CEP" and for "none whom I ask has answered": not certain unless ViaCEP says so too.
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

/** A JSON answer of bounded length in bounded time. Redirects are not followed: our server calls no other host. */
async function read(url: string): Promise<{ ok: boolean; status: number; body: unknown }> {
  const response = await fetch(url, {
    redirect: 'error',
    signal: AbortSignal.timeout(time_limit_ms),
    headers: { accept: 'application/json' },
  })
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > max_answer_bytes) throw new Error('an answer of no end')
    chunks.push(chunk)
  }
  const { ok, status } = response
  return { ok, status, body: ok ? JSON.parse(Buffer.concat(chunks).toString()) : undefined }
}
