import { NavLink } from 'react-router'

import { company } from '#console/company/company.ts'
import { useSuspended } from '#console/programme/draft/use-suspended.ts'
import { useMe } from '#console/session/use-me.ts'
import { draftText } from '#console/text/draft.ts'
import { shellText } from '#console/text/shell.ts'
import { Badge } from '#ui/Badge.tsx'

import { type NavGroup, type Route, routes } from './routes.tsx'

import styles from './Navigation.module.css'

const groups: NavGroup[] = ['home', 'programme', 'report', 'settings']

/** The places that this role may open. `onFollow` closes the drawer. */
export function Navigation({ onFollow }: { onFollow?: () => void }) {
  const { actions } = useMe()
  const shown = routes.filter(({ group, action }) => group && (!action || actions.includes(action)))
  return (
    <>
      <p className={styles.company}>{company.program_name}</p>
      {groups.map((group) => {
        const places = shown.filter((route) => route.group === group)
        if (places.length === 0) return null
        const title = shellText.groups[group]
        return (
          <div key={group} className={styles.group}>
            {title && (
              <h2 className={styles.title} id={`nav-${group}`}>
                {title}
              </h2>
            )}
            <ul aria-labelledby={title ? `nav-${group}` : undefined}>
              {places.map((route) => (
                <Place key={route.name} route={route} onFollow={onFollow} />
              ))}
            </ul>
          </div>
        )
      })}
    </>
  )
}

function Place({ route, onFollow }: { route: Route; onFollow: (() => void) | undefined }) {
  const { icon: Icon, name, path, title } = route
  return (
    <li>
      <NavLink to={path} end={path === '/'} className={styles.link!} onClick={onFollow}>
        {Icon && <Icon size={18} aria-hidden="true" />}
        <span className={styles.name}>{title}</span>
        {name === 'programme.draft' && <SuspendedBadge />}
      </NavLink>
    </li>
  )
}

function SuspendedBadge() {
  const count = useSuspended()
  if (count === 0) return null
  return (
    <Badge tone="danger">
      <span aria-hidden="true">{count}</span>
      <span className={styles.spoken}>{draftText.suspended(count)}</span>
    </Badge>
  )
}
