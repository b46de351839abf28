import { ApiError } from '#api/http/api-error.ts'
import { isSandbox } from '#contract/sandbox/id.ts'

/** Throws `forbidden` for a real company: its key was put where a test key belongs. */
export function refuseReal(company_id: string): void {
  if (!isSandbox(company_id)) throw new ApiError('forbidden')
}
