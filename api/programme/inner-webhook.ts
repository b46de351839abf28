import { isAllowedAddress } from '#api/webhook/post.ts'
import type { CompanyFile } from '#contract/company-file.ts'
import type { Draft } from '#contract/programme/draft.ts'
import { draftText } from '#contract/programme/text.ts'

/**
 * A mistake for each webhook to an internal address, to which the sender would not send (T14). The operator may have applied one.
 * `allowsInner`: the server is a demo, whose programs run on this machine.
 */
export function innerWebhooks(
  { webhooks }: Pick<CompanyFile, 'webhooks'>,
  before: Pick<CompanyFile, 'webhooks'>,
  allowsInner: boolean,
): Draft['mistakes'] {
  const applied = new Set(before.webhooks.map(({ url }) => url))
  return webhooks.flatMap(({ url }, at) =>
    allowsInner || applied.has(url) || isAllowedAddress(url, false)
      ? []
      : [{ path: ['webhooks', at, 'url'], sentence: draftText.innerWebhook }],
  )
}
