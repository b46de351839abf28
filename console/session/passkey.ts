/** The browser's part of passkeys. Loaded when one is used. */

import {
  type PublicKeyCredentialCreationOptionsJSON as CreationOptions,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser'

import { api, apiWithoutPrompt } from '#console/client/api.ts'
import { ActionFailure } from '#console/feedback/use-action.ts'
import { sessionText } from '#console/text/session.ts'
import type { Me } from '#contract/console/staff.ts'

// @simplewebauthn/server makes the options that @simplewebauthn/browser takes; the contract only bounds their size.

export async function givePasskey(): Promise<Me> {
  const { options } = await apiWithoutPrompt('POST /admin/session/passkey/options')
  const response = await orFailure(startAuthentication({ optionsJSON: options }))
  return apiWithoutPrompt('POST /admin/session/passkey', { body: { response: { ...response } } })
}

/** A new passkey of this device, as the API stores it. */
export async function newPasskey() {
  const { options } = await api('POST /admin/factor/passkey/options')
  const response = await orFailure(
    startRegistration({ optionsJSON: options as unknown as CreationOptions }),
  )
  return { ...response }
}

/** The person closed the browser's question, the device has no passkey, or it failed: the browser does not tell these apart. */
async function orFailure<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer
  } catch (error) {
    const isKnown =
      error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
    throw new ActionFailure(isKnown ? sessionText.passkeyKnown : sessionText.passkeyFailed)
  }
}
