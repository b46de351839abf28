import { useNavigate } from 'react-router'

import { toast } from '#console/feedback/toasts.tsx'
import { useAction } from '#console/feedback/use-action.ts'
import { Palette, type PaletteItem } from '#console/palette/Palette.tsx'
import { newLink } from '#console/path/new-link.ts'
import { paths } from '#console/path/paths.ts'
import { fieldLink } from '#console/programme/frame/mistake-link.ts'
import { saveFolder } from '#console/programme/publish/save-folder.ts'
import { useMe } from '#console/session/use-me.ts'
import { draftText } from '#console/text/draft.ts'
import { keyText } from '#console/text/key.ts'
import { paletteText } from '#console/text/palette.ts'
import { programmeText } from '#console/text/programme.ts'
import { shellText } from '#console/text/shell.ts'
import { titles } from '#console/text/titles.ts'
import { maxSearch, minSearchedWord } from '#contract/console/desk.ts'
import type { StaffAction } from '#contract/console/staff.ts'

import { routes } from './routes.tsx'

/** Acts that are links to the sheet or the field where they begin. */
const links: { title: string; path: string; action: StaffAction }[] = [
  ...(['rule', 'level', 'prize', 'promotion', 'shop'] as const).map((item) => ({
    title: programmeText.item[item],
    path: newLink(paths[`programme.${item}s`]),
    action: 'programme.edit' as const,
  })),
  {
    title: paletteText.banner,
    path: fieldLink(['banner', 'image'], {}),
    action: 'programme.edit',
  },
  { title: paletteText.invite, path: newLink(paths['settings.staff']), action: 'staff.manage' },
  { title: keyText.make, path: newLink(paths['settings.keys']), action: 'key.manage' },
]

type ConsolePaletteProps = { onClose: () => void; onLeave: () => void }

/** The places of this role, and what can be done from everywhere. */
export default function ConsolePalette({ onClose, onLeave }: ConsolePaletteProps) {
  const { actions, company } = useMe()
  const navigate = useNavigate()
  const { run } = useAction(toast)
  const mayDo = (action: StaffAction | undefined) => !action || actions.includes(action)
  const places = routes
    .filter(
      ({ access, action, path }) => access === 'staff' && !path.includes(':') && mayDo(action),
    )
    .map(({ name, title, group, path }): PaletteItem => ({
      id: name,
      group: paletteText.places,
      title,
      words: group ? shellText.groups[group] : '',
      run: () => void navigate(path),
    }))
  const acts = [
    ...links
      .filter(({ action }) => mayDo(action))
      .map(({ title, path }) => ({ title, run: () => void navigate(path) })),
    ...(mayDo('programme.read') ? [{ title: draftText.folder, run: () => run(saveFolder) }] : []),
    {
      title: shellText.portal,
      run: () => void window.open(company.portal_url, '_blank', 'noopener'),
    },
    { title: shellText.signOut, run: onLeave },
  ].map((act): PaletteItem => ({ ...act, id: `act: ${act.title}`, group: paletteText.acts }))
  // The text is personal: it goes with the browser's history, and no address has it (customer/SearchScreen.tsx).
  function search(typed: string): PaletteItem | undefined {
    const text = typed.trim().slice(0, maxSearch)
    if (text.length < minSearchedWord || !mayDo('customer.read')) return undefined
    return {
      id: 'search',
      group: titles.customers,
      title: paletteText.search(text),
      run: () => void navigate(paths.customers, { state: { search: text } }),
    }
  }
  return <Palette items={[...places, ...acts]} itemOf={search} onClose={onClose} />
}
