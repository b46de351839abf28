import { useCompany } from '#portal/company/company.ts'
import { register_text } from '#portal/text/register.ts'

/** What is agreed to (R5.8), each text a link where the company has it. */
export function OptInLabel() {
  const { custom_terms_url, terms_url, privacy_policy_url } = useCompany().company.legal
  return (
    <>
      {register_text.accept}{' '}
      <Text label={register_text.terms} url={custom_terms_url ?? terms_url} /> {register_text.and}{' '}
      <Text label={register_text.privacy} url={privacy_policy_url} />.
    </>
  )
}

/** In a tab of its own: nothing that was filled in is lost by reading. */
function Text({ label, url }: { label: string; url: string | null }) {
  if (!url) return label
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {label}
    </a>
  )
}
