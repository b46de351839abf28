import { Name } from '#contract/customer.ts'
import { Email, Phone } from '#contract/person/contact.ts'
import { currentCompanyId } from '#portal/client/company-id.ts'
import type { ProviderAccount } from '#portal/identity-provider/firebase.ts'

/** R3.10: the provider's data; null where the API would not accept it. */
export function registrationOf({ name, email, phone }: ProviderAccount) {
  return {
    name: Name.safeParse(name).data ?? null,
    address: null,
    email: Email.safeParse(email).data ?? null,
    // A foreign number may have 11 digits too.
    phone: (phone?.startsWith('+55') && Phone.safeParse(phone).data) || null,
    birthdate: null,
    document: null,
    // The provider keeps the password, if there is one.
    password: null,
    company_id: currentCompanyId(),
  }
}
