import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { type Column, DataTable } from '#console/table/DataTable.tsx'
import { webhookText } from '#console/text/webhook.ts'
import { instantText } from '#console/value/instant.ts'
import type {
  WebhookDeliveryView,
  WebhookEndpointView,
} from '#contract/console/webhook-delivery.ts'
import { SelectField } from '#ui/form/SelectField.tsx'

import { DeliverySheet } from './DeliverySheet.tsx'
import { deliveries } from './queries.ts'
import { StateBadge } from './StateBadge.tsx'

import styles from './webhook.module.css'

type State = WebhookDeliveryView['state']
type DeliveriesProps = {
  endpoint: WebhookEndpointView
  state: State | undefined
  onState: (state: State | '') => void
}

/** The deliveries to one address, newest first; a row opens its attempts and its data. */
export function Deliveries({ endpoint, state, onState }: DeliveriesProps) {
  const pages = useInfiniteQuery(deliveries(endpoint.id, state))
  const [openId, setOpenId] = useState<string>()
  const open = pages.data?.pages.flat().find(({ event_id }) => event_id === openId)
  return (
    <>
      <DataTable
        name="deliveries"
        label={webhookText.deliveriesOf(endpoint.url)}
        columns={columns}
        pages={pages}
        rowKey={({ event_id }) => event_id}
        onOpen={({ event_id }) => setOpenId(event_id)}
        empty={<p className={styles.soft}>{webhookText.noDeliveries}</p>}
        tools={
          <SelectField
            label={webhookText.state}
            name="state"
            value={state ?? ''}
            onChange={(event) => onState(event.target.value as State | '')}
          >
            <option value="">{webhookText.allStates}</option>
            {Object.entries(webhookText.states).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </SelectField>
        }
      />
      {open && (
        <DeliverySheet
          endpointId={endpoint.id}
          delivery={open}
          onClose={() => setOpenId(undefined)}
        />
      )}
    </>
  )
}

const columns: Column<WebhookDeliveryView>[] = [
  {
    id: 'type',
    title: webhookText.type,
    cell: ({ type }) => <code>{type}</code>,
    isFixed: true,
  },
  {
    id: 'created',
    title: webhookText.created,
    cell: ({ created_at }) => instantText(created_at),
    width: '10rem',
  },
  {
    id: 'state',
    title: webhookText.state,
    cell: ({ state }) => <StateBadge state={state} />,
    width: '8rem',
  },
  {
    id: 'attempts',
    title: webhookText.attempts,
    cell: ({ attempt_count }) => attempt_count,
    width: '7rem',
    isNumber: true,
  },
  {
    id: 'last',
    title: webhookText.last,
    cell: ({ attempts: [last] }) => (last ? (last.status ?? webhookText.noAnswer) : '–'),
    width: '9rem',
  },
  {
    id: 'due',
    title: webhookText.due,
    cell: ({ due_at }) => (due_at ? instantText(due_at) : '–'),
    width: '10rem',
    isExtra: true,
  },
  {
    id: 'id',
    title: webhookText.id,
    cell: ({ event_id }) => <code>{event_id}</code>,
    width: '20rem',
    isExtra: true,
  },
]
