import { useMatches } from 'react-router'

import { company } from '#console/company/company.ts'
import { shellText } from '#console/text/shell.ts'

import type { Route } from './routes.tsx'

/** The tab's title: the screen and the programme. React moves the element into the head. */
export function DocumentTitle() {
  const route = useMatches().at(-1)?.handle as Route | undefined
  return <title>{`${route?.title ?? shellText.notFound} · ${company.program_name}`}</title>
}
