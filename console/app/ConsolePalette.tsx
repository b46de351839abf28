import { useNavigate } from 'react-router'

import { Palette, type PaletteItem } from '#console/palette/Palette.tsx'
import { signOut } from '#console/session/sign-out.ts'
import { useMe } from '#console/session/use-me.ts'
import { paletteText } from '#console/text/palette.ts'
import { shellText } from '#console/text/shell.ts'

import { routes } from './routes.tsx'

/** The command palette: the screens that this role may open, and acts that every screen offers. */
export default function ConsolePalette({ onClose }: { onClose: () => void }) {
  const { actions, company } = useMe()
  const navigate = useNavigate()
  const places = routes
    .filter(
      ({ access, action, path }) =>
        access === 'staff' && !path.includes(':') && (!action || actions.includes(action)),
    )
    .map(({ name, title, group, path }): PaletteItem => ({
      id: name,
      group: paletteText.places,
      title,
      words: group ? shellText.groups[group] : '',
      run: () => void navigate(path),
    }))
  const acts: PaletteItem[] = [
    {
      id: 'portal',
      group: paletteText.acts,
      title: shellText.portal,
      run: () => void window.open(company.portal_url, '_blank', 'noopener'),
    },
    {
      id: 'sign-out',
      group: paletteText.acts,
      title: shellText.signOut,
      run: () => void signOut(),
    },
  ]
  return <Palette items={[...places, ...acts]} onClose={onClose} />
}
