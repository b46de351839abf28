import { titles } from '#console/text/titles.ts'

import { ProgrammePage } from './frame/ProgrammePage.tsx'
import { Sections } from './part/Sections.tsx'

export default function TextsScreen() {
  return (
    <ProgrammePage place="texts" title={titles['programme.texts']} preview="login">
      <Sections place="texts" />
    </ProgrammePage>
  )
}
