import { expect, test } from 'vitest'

import { chunkName } from './chunks.ts'

/** Who imports whom; '~' before who does so lazily. */
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
    const named = importers[id.slice(root.length + 1)]!
    const paths = (lazy: boolean) =>
      named
        .filter((name) => name.startsWith('~') === lazy)
        .map((name) => `${root}/${name.replace('~', '')}`)
    return {
      isEntry: named.length === 0,
      importers: paths(false),
      dynamicImporters: paths(true),
    }
  },
}

test.each([
  ['what every page loads', 'client/api.ts', 'portal'],
  ['what the login shares with others', 'ui/TextField.tsx', 'guest'],
  ['what only the login needs', 'session/Countdown.tsx', null],
  ['what a screen with a navbar needs', 'app/Navbar.tsx', 'signed-in'],
  ['what two screens need', 'ui/Skeleton.tsx', 'signed-in'],
  ['what one screen needs, by two ways', 'prize/PrizeGrid.tsx', null],
  ['what the worker needs', 'shell-files.ts', null],
])('the chunk of %s: %s → %s', (_, file, name) => {
  expect(chunkName(root, ['session/LoginScreen.tsx'], `${root}/${file}`, graph)).toBe(name)
})
