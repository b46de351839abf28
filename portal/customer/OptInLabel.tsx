import { useCompany } from '#portal/company/company.ts'
import { registerText } from '#portal/text/register.ts'

/**
 * The label of the consent (R5.8). Each text that it names is a link if the company has an address
 * for that text.
 */
export function OptInLabel() {
  const { custom_terms_url, terms_url, privacy_policy_url } = useCompany().company.legal
  return (
    <>
      {registerText.accept} <Text label={registerText.terms} url={custom_terms_url ?? terms_url} />{' '}
      {registerText.and} <Text label={registerText.privacy} url={privacy_policy_url} />.
    </>
  )
}

/** Opens in a new tab, so that reading does not lose the filled-in form. */
function Text({ label, url }: { label: string; url: string | null }) {
  if (!url) return label
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {label}
    </a>
  )
}
