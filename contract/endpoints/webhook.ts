/** Endpoints for the deliveries of a company's webhooks, in the console (D3). */

import * as z from 'zod/mini'

import {
  WebhookDeliveryPage,
  WebhookDeliveryView,
  WebhookEndpointView,
  WebhookSecret,
} from '#contract/console/webhook-delivery.ts'
import { Uuid } from '#contract/value/uuid.ts'

import type { Endpoint } from './endpoint.ts'

const EndpointId = z.strictObject({ id: Uuid })

export const webhookEndpoints = {
  'GET /admin/webhook': {
    summary: 'Os endereços que recebem eventos, com o que foi entregue e o que espera',
    caller: 'staff',
    action: 'webhook.read',
    shed: 'list',
    response: z.array(WebhookEndpointView),
    errors: [],
  },
  'GET /admin/webhook/{id}/delivery': {
    summary: 'As entregas de um endereço, com as tentativas, da mais nova para a mais antiga',
    caller: 'staff',
    action: 'webhook.read',
    shed: 'list',
    params: EndpointId,
    query: WebhookDeliveryPage,
    response: z.array(WebhookDeliveryView),
    errors: ['not_found'],
  },
  'POST /admin/webhook/{id}/delivery/{event_id}/replay': {
    summary: 'Enviar um evento outra vez a este endereço',
    caller: 'staff',
    action: 'webhook.manage',
    shed: 'login',
    params: z.strictObject({ id: Uuid, event_id: Uuid }),
    response: WebhookDeliveryView,
    errors: ['not_found'],
  },
  'POST /admin/webhook/{id}/enable': {
    summary: 'Voltar a enviar a um endereço que respondeu 410',
    caller: 'staff',
    action: 'webhook.manage',
    shed: 'login',
    params: EndpointId,
    response: WebhookEndpointView,
    errors: ['not_found'],
  },
  'POST /admin/webhook/{id}/secret': {
    summary: 'Um novo segredo para assinar; a resposta o mostra esta única vez',
    caller: 'staff',
    action: 'webhook.manage',
    fresh: true,
    shed: 'login',
    params: EndpointId,
    response: WebhookSecret,
    errors: ['not_found'],
  },
} as const satisfies Record<string, Endpoint>
