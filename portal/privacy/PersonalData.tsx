import { lazy, Suspense, useState } from 'react'

import { useNotices } from '#portal/feedback/notices.tsx'
import { useAction } from '#portal/form/action.ts'
import { useOnline } from '#portal/offline/online.ts'
import { privacyText } from '#portal/text/privacy.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Stack } from '#ui/Stack.tsx'

import { downloadPersonalData } from './download.ts'

const EraseDialog = lazy(() => import('./EraseDialog.tsx'))

/** D16: the download of the person's data, and the deletion of the account. */
export function PersonalData() {
  const notices = useNotices()
  const online = useOnline()
  const { busy, run } = useAction()
  const [isLeaving, setIsLeaving] = useState(false)
  async function download() {
    await downloadPersonalData()
    notices.snackbar(privacyText.downloaded)
  }
  return (
    <Card title={privacyText.heading}>
      <Stack>
        <p>{privacyText.explanation}</p>
        <Button
          variant="quiet"
          disabledReason={online ? undefined : privacyText.offlineDownload}
          busy={busy}
          onClick={() => run(download)}
        >
          {privacyText.download}
        </Button>
        <Button
          variant="plain"
          disabledReason={online ? undefined : privacyText.offlineErase}
          onClick={() => setIsLeaving(true)}
        >
          {privacyText.erase}
        </Button>
      </Stack>
      {isLeaving && (
        <Suspense>
          <EraseDialog onClose={() => setIsLeaving(false)} />
        </Suspense>
      )}
    </Card>
  )
}
