import { useEffect } from 'react'
import { useMatches } from 'react-router'

import { company } from '#console/company/company.ts'
import { shellText } from '#console/text/shell.ts'

import type { Route } from './routes.tsx'

/** The tab's title: the screen and the programme. */
export function DocumentTitle() {
  const route = useMatches().at(-1)?.handle as Route | undefined
  const title = `${route?.title ?? shellText.notFound} · ${company.program_name}`
  // The page already has a title element, and HTML allows one.
  useEffect(() => {
    document.title = title
  }, [title])
  return null
}
