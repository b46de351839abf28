import { useCompany } from '#portal/company/company.ts'
import { text } from '#portal/text/pt-BR.ts'

/** What is agreed to (R5.8), each text a link where the company has it. */
export function OptInLabel() {
  const { terms_url, privacy_policy_url } = useCompany().company.legal
  return (
    <>
      {text.register.accept} <Text label={text.register.terms} url={terms_url} />{' '}
      {text.register.and} <Text label={text.register.privacy} url={privacy_policy_url} />.
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
