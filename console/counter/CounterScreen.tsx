import { useQuery } from '@tanstack/react-query'

import { CallButton } from '#console/call/CallButton.tsx'
import { PageHeader } from '#console/feedback/PageHeader.tsx'
import { QueryView } from '#console/feedback/QueryView.tsx'
import { Section } from '#console/feedback/Section.tsx'
import { StatePage } from '#console/feedback/StatePage.tsx'
import { counterText } from '#console/text/counter.ts'
import { titles } from '#console/text/titles.ts'
import type { CounterPlace } from '#contract/console/counter.ts'
import { Button } from '#ui/Button.tsx'
import { Stack } from '#ui/Stack.tsx'

import { counterCalls } from './calls.ts'
import { place } from './queries.ts'
import { QueueSection } from './QueueSection.tsx'
import { SaleSection } from './SaleSection.tsx'
import { ShiftSection } from './ShiftSection.tsx'
import { useShop } from './use-shop.ts'
import { VoucherSection } from './VoucherSection.tsx'

import styles from './counter.module.css'

/** The counter of a shop without an integrated till (D15). */
export default function CounterScreen() {
  const query = useQuery(place)
  return (
    <QueryView query={query} height="24rem">
      {(found) => found && <Shops place={found} />}
    </QueryView>
  )
}

function Shops({ place }: { place: CounterPlace }) {
  const { shop, choose } = useShop(place.shops)
  if (place.shops.length === 0) {
    return <StatePage title={counterText.noShops} text={counterText.noShopsText} />
  }
  if (shop === undefined) return <ShopChoice shops={place.shops} onChoose={choose} />
  return (
    <Counter
      key={shop}
      shop={shop}
      place={place}
      onChange={place.shops.length > 1 ? () => choose(null) : undefined}
    />
  )
}

function ShopChoice({ shops, onChoose }: { shops: string[]; onChoose: (shop: string) => void }) {
  return (
    <Stack>
      <PageHeader title={titles.counter} text={counterText.chooseShopText} />
      <Section title={counterText.chooseShop}>
        <ul className={styles.shops}>
          {shops.map((shop) => (
            <li key={shop}>
              <Button variant="quiet" full onClick={() => onChoose(shop)}>
                {shop}
              </Button>
            </li>
          ))}
        </ul>
      </Section>
    </Stack>
  )
}

type CounterProps = { shop: string; place: CounterPlace; onChange: (() => void) | undefined }

function Counter({ shop, place, onChange }: CounterProps) {
  return (
    <Stack>
      <PageHeader
        title={titles.counter}
        text={counterText.at(shop)}
        actions={
          <>
            {onChange && (
              <Button variant="plain" onClick={onChange}>
                {counterText.changeShop}
              </Button>
            )}
            <CallButton calls={() => counterCalls(shop)} />
          </>
        }
      />
      <QueueSection shop={shop} shops={place.shops} rules={place.rules} />
      <div className={styles.columns}>
        <div className={styles.column}>
          <SaleSection shop={shop} place={place} />
          <VoucherSection shop={shop} />
        </div>
        <ShiftSection shop={shop} in_money={place.in_money} />
      </div>
    </Stack>
  )
}
