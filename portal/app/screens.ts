/** Screens and shells, each in its own chunk: a guest does not load the code for customers. */

import { chunk } from './chunk.ts'
import { routes } from './routes.tsx'

/** A route's path → its screen. */
export const screens = new Map(routes.map((route) => [route.path, chunk(route.screen)]))
export const Shell = chunk(() => import('./Shell.tsx'))
export const GuestShell = chunk(() => import('./GuestShell.tsx'))
export const StateScreen = chunk(() => import('./StateScreen.tsx'))
