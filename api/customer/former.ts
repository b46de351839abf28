import { createHmac } from 'node:crypto'

import { companyBytes, purposeKey } from '#api/secret/seal.ts'

/** The keyed hash by which former_document knows a person who left. Null: no document, so nothing to know the person by. */
export function formerKey(
  secret: Buffer,
  company_id: string,
  document: string | null | undefined,
): Buffer | null {
  if (!document) return null
  return createHmac('sha256', purposeKey(secret, 'former document'))
    .update(companyBytes(company_id))
    .update(document)
    .digest()
}
