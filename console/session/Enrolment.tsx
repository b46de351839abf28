import { useState } from 'react'

import { sessionText } from '#console/text/session.ts'
import { Button } from '#ui/Button.tsx'
import { ScreenTitle } from '#ui/ScreenTitle.tsx'
import { Stack } from '#ui/Stack.tsx'

import { MakePasskey } from './MakePasskey.tsx'
import { MakeTotp } from './MakeTotp.tsx'
import { RecoveryCodeList } from './RecoveryCodeList.tsx'

/** The first second factor, and the recovery codes that come with it. */
export function Enrolment({ onDone }: { onDone: () => Promise<void> }) {
  const [isTotp, setTotp] = useState(false)
  const [codes, setCodes] = useState<string[]>()
  if (codes) {
    return (
      <Stack>
        <ScreenTitle>{sessionText.codes}</ScreenTitle>
        <RecoveryCodeList codes={codes} onDone={() => void onDone()} />
      </Stack>
    )
  }
  return (
    <Stack>
      <ScreenTitle>{sessionText.enrol}</ScreenTitle>
      <p>{sessionText.enrolText}</p>
      {isTotp ? (
        <MakeTotp onDone={setCodes} />
      ) : (
        <Button full onClick={() => setTotp(true)}>
          {sessionText.startTotp}
        </Button>
      )}
      <hr />
      <MakePasskey onDone={setCodes} />
    </Stack>
  )
}
