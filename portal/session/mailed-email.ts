import { Email } from '#contract/person/contact.ts'

/**
 * The address that a link was mailed to, from the part after its '#': servers, proxies and their logs never see that part
 * (T19).
 */
export function mailedEmail(): string | undefined {
  return Email.safeParse(new URLSearchParams(location.hash.slice(1)).get('email')).data
}
