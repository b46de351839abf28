/** Endpoints with which the developer of a till tries a sandbox. A key of a real company gets 403. */

import {
  SandboxClock,
  SandboxCustomer,
  SandboxInstant,
  SandboxPerson,
} from '#contract/sandbox/sandbox.ts'

import type { Endpoint } from './endpoint.ts'

export const sandboxEndpoints = {
  'POST /partner/sandbox/customer': {
    summary:
      'Só com chave de teste: um cliente cadastrado, e uma sessão para agir como o celular dele',
    caller: 'partner',
    shed: 'login',
    scope: 'customers',
    repeatable: true,
    body: SandboxPerson,
    response: SandboxCustomer,
    errors: [],
  },
  'POST /partner/sandbox/clock': {
    summary:
      'Só com chave de teste: adiantar o relógio, e ver o que vence, expira ou fica disponível',
    caller: 'partner',
    shed: 'login',
    scope: 'points',
    repeatable: true,
    body: SandboxInstant,
    response: SandboxClock,
    errors: [],
  },
} as const satisfies Record<string, Endpoint>
