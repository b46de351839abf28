import { titles } from '#console/text/titles.ts'

import { ProgrammePage } from './frame/ProgrammePage.tsx'
import { Sections } from './part/Sections.tsx'

export default function AppearanceScreen() {
  return (
    <ProgrammePage place="appearance" title={titles['programme.appearance']} preview="login">
      <Sections place="appearance" />
    </ProgrammePage>
  )
}
