import { expect, test } from 'vitest'

import { chunkName } from './chunks.ts'

/** Module → its importers. A '~' marks a dynamic import. */
const importers: Record<string, string[]> = {
  'main.tsx': [],
  'offline/service-worker.ts': [],
  'session/LoginScreen.tsx': ['~main.tsx'],
  'app/Shell.tsx': ['~main.tsx'],
  'prize/PrizesScreen.tsx': ['~main.tsx'],
  'points/HistoryScreen.tsx': ['~main.tsx'],
  'client/api.ts': ['main.tsx', 'prize/PrizesScreen.tsx'],
  'ui/TextField.tsx': ['session/LoginScreen.tsx', 'prize/PriceDialog.tsx'],
  'session/Countdown.tsx': ['session/LoginScreen.tsx'],
  'app/Navbar.tsx': ['app/Shell.tsx'],
  'ui/Skeleton.tsx': ['prize/PrizeGrid.tsx', 'points/HistoryScreen.tsx'],
  'prize/PriceDialog.tsx': ['prize/PrizesScreen.tsx'],
  'prize/PrizeGrid.tsx': ['prize/PrizesScreen.tsx', 'prize/PriceDialog.tsx'],
  'shell-files.ts': ['offline/service-worker.ts', 'main.tsx'],
}
const root = '/portal'
const graph = {
  getModuleInfo: (id: string) => {
    const imports = importers[id.slice(root.length + 1)]!
    const paths = (lazy: boolean) =>
      imports
        .filter((name) => name.startsWith('~') === lazy)
        .map((name) => `${root}/${name.replace('~', '')}`)
    return {
      isEntry: imports.length === 0,
      importers: paths(false),
      dynamicImporters: paths(true),
    }
  },
}

test.each([
  ['a module of every page', 'client/api.ts', 'portal'],
  ['a module of the login and another screen', 'ui/TextField.tsx', 'guest'],
  ['a module of the login only', 'session/Countdown.tsx', null],
  ['a module of screens with a navbar', 'app/Navbar.tsx', 'signed-in'],
  ['a module of two screens', 'ui/Skeleton.tsx', 'screens'],
  ['a module that one screen imports by two ways', 'prize/PrizeGrid.tsx', null],
  ['a module of the service worker', 'shell-files.ts', null],
])('the build puts %s (%s) into the chunk %s', (_, file, name) => {
  expect(chunkName(root, ['session/LoginScreen.tsx'], `${root}/${file}`, graph)).toBe(name)
})
