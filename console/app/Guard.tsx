import type { ReactNode } from 'react'

import { StatePage } from '#console/feedback/StatePage.tsx'
import { ButtonLink } from '#console/form/ButtonLink.tsx'
import { paths } from '#console/path/paths.ts'
import { useMe } from '#console/session/use-me.ts'
import { rolesSentence, shellText } from '#console/text/shell.ts'
import { staffActions } from '#contract/console/staff.ts'

import type { Route } from './routes.tsx'

/** Shows the screen, or who may open it. The API refuses the calls of a role that lacks the action in any case. */
export function Guard({ route, children }: { route: Route; children: ReactNode }) {
  if (route.access !== 'staff' || route.action === undefined) return children
  return <ActionGuard route={route}>{children}</ActionGuard>
}

function ActionGuard({ route, children }: { route: Route; children: ReactNode }) {
  const { actions } = useMe()
  if (actions.includes(route.action!)) return children
  return (
    <StatePage
      title={shellText.forbidden}
      text={shellText.mayDo(rolesSentence(staffActions[route.action!]))}
      action={<ButtonLink to={paths.home}>{shellText.toHome}</ButtonLink>}
    />
  )
}
