import { Email, Phone } from '#contract/contact.ts'
import { Name } from '#contract/customer.ts'
import { currentCompanyId } from '#portal/client/company-id.ts'
import type { ProviderAccount } from '#portal/identity-provider/firebase.ts'

/** R3.10: what the provider told, null where it told nothing that the API would take. */
export function registrationOf({ name, email, phone }: ProviderAccount) {
  return {
    name: Name.safeParse(name).data ?? null,
    address: null,
    email: Email.safeParse(email).data ?? null,
    // A number of another country may have 11 digits too.
    phone: (phone?.startsWith('+55') && Phone.safeParse(phone).data) || null,
    birthdate: null,
    document: null,
    // Where there is one, the provider keeps it.
    password: null,
    company_id: currentCompanyId(),
  }
}
