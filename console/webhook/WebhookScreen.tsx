import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'

import { CallButton } from '#console/call/CallButton.tsx'
import { PageHeader } from '#console/feedback/PageHeader.tsx'
import { QueryView } from '#console/feedback/QueryView.tsx'
import { Section } from '#console/feedback/Section.tsx'
import { ButtonLink } from '#console/form/ButtonLink.tsx'
import { paths } from '#console/path/paths.ts'
import { useUrlFilters } from '#console/table/use-url-filters.ts'
import { titles } from '#console/text/titles.ts'
import { webhookText } from '#console/text/webhook.ts'
import { WebhookDeliveryPage } from '#contract/console/webhook-delivery.ts'
import { Stack } from '#ui/Stack.tsx'

import { Deliveries } from './Deliveries.tsx'
import { EndpointCard } from './EndpointCard.tsx'
import { endpoints } from './queries.ts'

import styles from './webhook.module.css'

const Filters = z.strictObject({
  endpoint: z.optional(z.uuid()),
  state: WebhookDeliveryPage.shape.state,
})

export default function WebhookScreen() {
  const query = useQuery(endpoints)
  const { filters, setFilter } = useUrlFilters(Filters)
  const found = query.data ?? []
  // The page's address may name an endpoint that the programme no longer has.
  const chosen = found.find(({ id }) => id === filters.endpoint) ?? found[0]
  return (
    <Stack>
      <PageHeader
        title={titles['settings.webhooks']}
        text={webhookText.intro}
        actions={
          <>
            <CallButton call={{ endpoint: 'GET /admin/webhook' }} />
            <ButtonLink to={paths['programme.settings']} variant="quiet">
              {webhookText.settings}
            </ButtonLink>
          </>
        }
      />
      <Section title={webhookText.endpoints}>
        <QueryView query={query} height="8rem">
          {() =>
            found.length === 0 ? (
              <p className={styles.soft}>{webhookText.none}</p>
            ) : (
              <ul className={styles.endpoints}>
                {found.map((endpoint) => (
                  <EndpointCard
                    key={endpoint.id}
                    endpoint={endpoint}
                    isChosen={endpoint.id === chosen?.id}
                    onChoose={() => setFilter('endpoint', endpoint.id)}
                  />
                ))}
              </ul>
            )
          }
        </QueryView>
      </Section>
      {chosen && (
        <Section title={webhookText.deliveries} text={chosen.url}>
          <Deliveries
            endpoint={chosen}
            state={filters.state}
            onState={(state) => setFilter('state', state)}
          />
        </Section>
      )}
    </Stack>
  )
}
