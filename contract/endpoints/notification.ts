/** The bell (D11). */

import * as z from 'zod/mini'

import {
  NoticeChoice,
  NoticePreferences,
  NotificationPage,
  NotificationRead,
  Notifications,
  PushSubscription,
} from '#contract/notification.ts'

import type { Endpoint } from './endpoint.ts'

export const notificationEndpoints = {
  'GET /notification': {
    // D11
    summary:
      'O sino: quantos avisos não foram lidos, no máximo 100, e uma página deles, do mais novo para o mais antigo; a seguinte está em `Link: rel="next"`',
    caller: 'customer',
    shed: 'list',
    query: NotificationPage,
    response: Notifications,
    errors: [],
  },
  'POST /notification/read': {
    // D11
    summary: 'Marcar como lidos este aviso e os anteriores, ou todos sem `up_to`',
    caller: 'customer',
    shed: 'list',
    body: z.nullable(NotificationRead),
    response: null,
    errors: ['not_found'],
  },
  'GET /notification/preferences': {
    // D21
    summary: 'Quais avisos o cliente recebe por email e no aparelho, tipo por tipo',
    caller: 'customer',
    shed: 'list',
    response: NoticePreferences,
    errors: [],
  },
  'PUT /notification/preferences': {
    // D21
    summary:
      'Ligar ou desligar um tipo de aviso em um canal. Um aviso de marketing só liga com `opt_in_marketing`',
    caller: 'customer',
    shed: 'list',
    body: NoticeChoice,
    response: NoticePreferences,
    errors: ['marketing_consent_required'],
  },
  'POST /notification/subscription': {
    // D21
    summary:
      'Enviar notificações a este aparelho até o fim da sessão. Um cliente tem no máximo 10 aparelhos: depois disso sai o mais antigo',
    caller: 'customer',
    shed: 'list',
    body: PushSubscription,
    response: null,
    errors: ['not_implemented'],
  },
  'DELETE /notification/subscription': {
    // D21
    summary: 'Parar de enviar notificações ao aparelho desta sessão',
    caller: 'customer',
    shed: 'list',
    response: null,
    errors: [],
  },
} as const satisfies Record<string, Endpoint>
