/** The router of the table in routes.tsx: one layout for guests, one for the staff. */

import { createBrowserRouter, type RouteObject } from 'react-router'

import { queryClient } from '#console/client/query-client.ts'
import { me } from '#console/session/queries.ts'

import { BrokenScreen } from './BrokenScreen.tsx'
import { Guard } from './Guard.tsx'
import { GuestLayout } from './GuestLayout.tsx'
import { NotFoundScreen } from './NotFoundScreen.tsx'
import { type Route, routes } from './routes.tsx'
import { StaffLayout } from './StaffLayout.tsx'

export function openRouter() {
  const staff = routes.filter(({ access }) => access === 'staff')
  const guest = routes.filter(({ access }) => access !== 'staff')
  return createBrowserRouter([
    {
      ErrorBoundary: BrokenScreen,
      HydrateFallback: () => null,
      children: [
        { Component: GuestLayout, children: guest.map(routeObject) },
        {
          Component: StaffLayout,
          children: [...staff.map(routeObject), { path: '*', Component: NotFoundScreen }],
        },
      ],
    },
  ])
}

function routeObject(route: Route): RouteObject {
  return {
    path: route.path,
    handle: route,
    // Prefetch the queries of the screen. Send none before the console knows the signed-in person and the role's actions.
    loader: () => {
      const current = queryClient.getQueryData(me.queryKey)
      if (current?.stage !== 'open' || !route.queries) return null
      const actions: readonly string[] = current.actions
      for (const query of route.queries((action) => actions.includes(action))) {
        void queryClient.prefetchQuery(query)
      }
      return null
    },
    // A failed screen leaves navigation and frame in place.
    ErrorBoundary: BrokenScreen,
    lazy: async () => {
      const { default: Screen } = await route.screen()
      return {
        Component: () => (
          <Guard route={route}>
            <Screen />
          </Guard>
        ),
      }
    },
  }
}
