/**
 * The member code ('Meu código'): the QR code by which a till identifies a customer in place of a spoken CPF (D14). The phone
 * computes it, also offline. docs/partner-guide.md shows it to the developer of a till.
 *
 *     F1.{session_ref}.{step}.{mac}
 *
 * - `session_ref`: 16 random bytes of the customer's session, base64url without padding: 22 characters.
 * - `step`: the Unix time in seconds, divided by 30 and rounded down, in decimal digits without leading zeros.
 * - `mac`: the first 10 bytes of an HMAC-SHA-256, base64url without padding: 14 characters.
 *
 * The HMAC's message is the ASCII text `{company_id}.{session_ref}.{step}`. The company's UUID is in lower case with hyphens, and
 * the other two parts are as in the code. The HMAC's key is the 32 bytes that `key` of MemberCodeKey encodes in base64url.
 */

import * as z from 'zod/mini'

import { maxLine, text } from '#contract/value/text.ts'

/** A new code appears this often. */
export const memberCodeStep_s = 30

/** The steps that a till's code may differ from the server's: one ahead of it, two before it. */
const stepsAhead = 1
const stepsBehind = 2

/** 80 bits: a code cannot be guessed in the two minutes for which it is valid, and the QR code stays coarse. */
const mac_bytes = 10

/** The message for a cashier when a code names nobody. It is the same for a malformed code and for a code of an ended session. */
export const unknownMemberCodeMessage =
  'Não reconhecemos este código. Peça ao cliente para abrir Meu código de novo.'

/** A scanned or typed code. Whether it is well formed is checked with its MAC, so that both failures get one answer. */
export const MemberCodeText = text(1, maxLine)

/** The key with which a phone computes codes until its session ends. */
export const MemberCodeKey = z.object({
  session_ref: z.string().check(z.regex(/^[\w-]{22}$/)),
  /** 32 bytes, base64url. */
  key: z.string().check(z.regex(/^[\w-]{43}$/)),
  /** The server's clock, by which the phone corrects its own. */
  server_time: z.iso.datetime(),
})
export type MemberCodeKey = z.infer<typeof MemberCodeKey>

type CodeParts = { company_id: string; session_ref: string; step: number }

/** The code of a session in a step, which is a period of 30 seconds. `key` is base64url, as in MemberCodeKey. */
export async function memberCode(
  key: string,
  { company_id, session_ref, step }: CodeParts,
): Promise<string> {
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const imported = await crypto.subtle.importKey('raw', bytesOf(key), hmac, false, ['sign'])
  const message = new TextEncoder().encode(`${company_id}.${session_ref}.${step}`)
  const digest = new Uint8Array(await crypto.subtle.sign('HMAC', imported, message))
  return `F1.${session_ref}.${step}.${base64url(digest.subarray(0, mac_bytes))}`
}

/** The parts of a code before its MAC is verified. Null for a malformed code. */
export function readMemberCode(code: string): Pick<CodeParts, 'session_ref' | 'step'> | null {
  const [, session_ref, step] = /^F1\.([\w-]{22})\.(0|[1-9]\d{0,8})\.[\w-]{14}$/.exec(code) ?? []
  return session_ref === undefined ? null : { session_ref, step: Number(step) }
}

/** The step of an instant in milliseconds of Unix time. */
export function memberCodeStep(instant_ms: number): number {
  return Math.floor(instant_ms / 1000 / memberCodeStep_s)
}

/** Whether a till may still use a code of this step. */
export function isMemberCodeStepOpen(step: number, instant_ms: number): boolean {
  const current = memberCodeStep(instant_ms)
  return step <= current + stepsAhead && step >= current - stepsBehind
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
