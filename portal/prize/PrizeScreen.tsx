import { useSuspenseQuery } from '@tanstack/react-query'

import { text } from '#portal/text/pt-BR.ts'
import { Card } from '#portal/ui/Card.tsx'
import { ScreenTitle } from '#portal/ui/ScreenTitle.tsx'

import { prize } from './queries.ts'

/** R9.2: one prize. */
export default function PrizeScreen({ params: { id } }: { params: { id: string } }) {
  const { data } = useSuspenseQuery(prize(id))
  return (
    <>
      <ScreenTitle>{data.name}</ScreenTitle>
      <Card>
        {data.photo_url && <img src={data.photo_url} alt="" />}
        {data.description && <p>{data.description}</p>}
        <p>{text.points.amount(data.value)}</p>
      </Card>
    </>
  )
}
