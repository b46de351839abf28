import { CopyText } from '#console/feedback/CopyText.tsx'
import { useMe } from '#console/session/use-me.ts'
import { keyText } from '#console/text/key.ts'
import type { MadePartnerKey } from '#contract/console/partner-key.ts'
import type { PartnerScope } from '#contract/partner.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { Stack } from '#ui/Stack.tsx'

/** The one time that a key is shown. Only its button closes the dialog: Esc and a press outside would lose the key. */
export function MadeKeyDialog({ made, onClose }: { made: MadePartnerKey; onClose: () => void }) {
  const { company } = useMe()
  return (
    <Dialog
      title={keyText.madeTitle}
      focusesTitle
      actions={<Button onClick={onClose}>{keyText.kept}</Button>}
    >
      <Stack>
        <p>{keyText.madeText}</p>
        <CopyText text={made.key} />
        <p>{keyText.curl}</p>
        <CopyText text={tillCurl(company.portal_url, made)} isBlock />
      </Stack>
    </Dialog>
  )
}

/** A call that changes nothing, for the first of the key's scopes. 529.982.247-25 is an example of a valid CPF. */
function tillCurl(portal_url: string, { key, scopes }: MadePartnerKey): string {
  const paths: Record<PartnerScope, string> = {
    points: 'calculation-rule',
    customers: 'customer?document=52998224725',
    vouchers: 'voucher/CODIGO-DO-VOUCHER',
  }
  return [
    `curl '${portal_url}/api/partner/${paths[scopes[0]!]}'`,
    `-H 'Authorization: Bearer ${key}'`,
  ].join(' \\\n  ')
}
