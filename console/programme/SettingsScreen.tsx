import { titles } from '#console/text/titles.ts'

import { ProgrammePage } from './frame/ProgrammePage.tsx'
import { Sections } from './part/Sections.tsx'

export default function SettingsScreen() {
  return (
    <ProgrammePage place="settings" title={titles['programme.settings']}>
      <Sections place="settings" />
    </ProgrammePage>
  )
}
