/** The browser's part of passkeys. Loaded when one is used. */

import {
  type PublicKeyCredentialCreationOptionsJSON as CreationOptions,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser'
import type * as z from 'zod/mini'

import { api, apiWithoutPrompt } from '#console/client/api.ts'
import { sessionText } from '#console/text/session.ts'
import type { Me, RecoveryCodes } from '#contract/console/staff.ts'

/** The person closed the browser's question, the device has no passkey, or it failed. */
export class PasskeyFailure extends Error {}

// @simplewebauthn/server makes the options that @simplewebauthn/browser takes; the contract only bounds their size.

export async function givePasskey(): Promise<Me> {
  const { options } = await apiWithoutPrompt('POST /admin/session/passkey/options')
  const response = await orFailure(startAuthentication({ optionsJSON: options }))
  return apiWithoutPrompt('POST /admin/session/passkey', { body: { response: { ...response } } })
}

/** Returns recovery codes if it is the first factor. */
export async function makePasskey(name: string): Promise<z.output<typeof RecoveryCodes>> {
  const { options } = await api('POST /admin/factor/passkey/options')
  const response = await orFailure(
    startRegistration({ optionsJSON: options as unknown as CreationOptions }),
  )
  return api('POST /admin/factor/passkey', { body: { response: { ...response }, name } })
}

async function orFailure<Answer>(asked: Promise<Answer>): Promise<Answer> {
  try {
    return await asked
  } catch (error) {
    const isKnown =
      error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
    throw new PasskeyFailure(isKnown ? sessionText.passkeyKnown : sessionText.passkeyFailed)
  }
}
