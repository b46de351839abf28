/** The router of the table in routes.tsx: one layout for guests, one for the staff. */

import { createBrowserRouter, type RouteObject } from 'react-router'

import { queryClient } from '#console/client/query-client.ts'

import { BrokenScreen } from './BrokenScreen.tsx'
import { Guard } from './Guard.tsx'
import { GuestLayout } from './GuestLayout.tsx'
import { NotFoundScreen } from './NotFoundScreen.tsx'
import { prefetch } from './prefetch.ts'
import { type Route, routes } from './routes.tsx'
import { StaffLayout } from './StaffLayout.tsx'

export function openRouter() {
  const staff = routes.filter(({ access }) => access === 'staff')
  const guest = routes.filter(({ access }) => access === 'guest')
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
    // Beside `lazy`, and not waited for: the screen shows what is missing.
    loader: ({ request, params }) => {
      const { search } = new URL(request.url)
      // A request holds no fragment. A mailed link, which has one, is opened as a document.
      void prefetch(queryClient, route, { params, search, hash: window.location.hash })
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
