import { useQuery } from '@tanstack/react-query'

import { CallButton } from '#console/call/CallButton.tsx'
import { PageHeader } from '#console/feedback/PageHeader.tsx'
import { QueryView } from '#console/feedback/QueryView.tsx'
import { Section } from '#console/feedback/Section.tsx'
import { ButtonLink } from '#console/form/ButtonLink.tsx'
import { paths } from '#console/path/paths.ts'
import { useUrlFilters } from '#console/table/use-url-filters.ts'
import { titles } from '#console/text/titles.ts'
import { webhookText } from '#console/text/webhook.ts'
import { Stack } from '#ui/Stack.tsx'

import { webhookCalls } from './calls.ts'
import { Deliveries } from './Deliveries.tsx'
import { EndpointCard } from './EndpointCard.tsx'
import { DeliveryFilters, endpoints } from './queries.ts'

import styles from './webhook.module.css'

export default function WebhookScreen() {
  const query = useQuery(endpoints)
  const { filters, setFilter } = useUrlFilters(DeliveryFilters)
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
            <CallButton calls={() => webhookCalls(chosen?.id)} />
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
