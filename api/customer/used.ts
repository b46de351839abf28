import pg from 'pg'

import { ApiError } from '#api/http/api-error.ts'
import type { ErrorCode } from '#contract/error.ts'

const error_of_key: Record<string, ErrorCode> = {
  customer_company_id_email_key: 'used_email',
  customer_company_id_phone_key: 'used_phone',
  customer_company_id_document_key: 'used_document',
}

/**
 * Runs `work` and turns a violated unique key into its error code (`used_email` …). A read before the write would not suffice,
 * because two concurrent calls could both pass it. `messages` replace the contract's messages.
 */
export async function refusingUsed<Result>(
  work: () => Promise<Result>,
  messages: Partial<Record<ErrorCode, string>> = {},
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const isDuplicate = error instanceof pg.DatabaseError && error.code === '23505'
    const code = isDuplicate ? error_of_key[error.constraint ?? ''] : undefined
    if (!code) throw error
    const message = messages[code]
    throw new ApiError(code, message === undefined ? {} : { message })
  }
}
