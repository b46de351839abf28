/** The calls of the API that do the same as the screens of the customer desk. */

import type { TitledCall } from '#console/call/curl.ts'
import { callText } from '#console/text/call.ts'

const words = callText.customer

/** The example names nobody: a typed search is personal and stays out of a text that people copy. */
export function searchCalls(): TitledCall[] {
  const body = { text: 'maria sil' }
  return [{ title: words.search, endpoint: 'POST /admin/customer/search', body }]
}

export function recordCalls(id: string): TitledCall[] {
  const params = { id }
  return [
    { title: words.record, endpoint: 'GET /admin/customer/{id}', params },
    { title: words.history, endpoint: 'GET /admin/customer/{id}/points', params },
    {
      title: words.data,
      endpoint: 'POST /admin/customer/{id}/data',
      params,
      body: { reason: 'identify' },
    },
    {
      title: words.adjust,
      endpoint: 'POST /admin/customer/{id}/adjustment',
      params,
      body: { points_amount: 50, reason: 'Cortesia', key: crypto.randomUUID() },
    },
    {
      title: words.ask,
      endpoint: 'POST /admin/customer/{id}/adjustment-request',
      params,
      body: { points_amount: 1_000, reason: 'Cortesia', key: crypto.randomUUID() },
    },
    {
      title: words.reverse,
      endpoint: 'POST /admin/points/{id}/reverse',
      params: { id: 'ID_DO_MOVIMENTO' },
      body: { reason: 'mistake', key: crypto.randomUUID() },
    },
    {
      title: words.cancelVoucher,
      endpoint: 'POST /admin/voucher/{id}/cancel',
      params: { id: 'ID_DO_VOUCHER' },
      body: { reason: 'mistake' },
    },
    {
      title: words.correct,
      endpoint: 'POST /admin/customer/{id}/correction',
      params,
      body: { name: 'Ana Lima', proof: 'photo_id' },
    },
    {
      title: words.block,
      endpoint: 'POST /admin/customer/{id}/block',
      params,
      body: { reason: 'fraud' },
    },
    { title: words.unblock, endpoint: 'DELETE /admin/customer/{id}/block', params },
    { title: words.merges, endpoint: 'GET /admin/customer/{id}/merges', params },
  ]
}

export function approvalCalls(): TitledCall[] {
  const params = { id: 'ID_DO_PEDIDO' }
  return [
    { title: words.requests, endpoint: 'GET /admin/adjustment-request' },
    { title: words.approve, endpoint: 'POST /admin/adjustment-request/{id}/approve', params },
    { title: words.end, endpoint: 'DELETE /admin/adjustment-request/{id}', params },
  ]
}
