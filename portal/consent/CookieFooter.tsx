import X from 'lucide-react/icons/x'
import { useState } from 'react'

import { useCompany } from '#portal/company/company.ts'
import { useNotices } from '#portal/feedback/notices.tsx'
import { useAction } from '#portal/form/action.ts'
import { cookiesText } from '#portal/text/cookies.ts'
import { text } from '#portal/text/pt-BR.ts'
import { Button } from '#ui/Button.tsx'

import { acceptCookies, asksForCookies, type ReadCustomer } from './cookies.ts'

import styles from './CookieFooter.module.css'

/** R6.1. Closing the footer does not count as agreement, so it returns on the next page load. */
export function CookieFooter({ readCustomer }: { readCustomer: ReadCustomer }) {
  const { company, settings } = useCompany()
  const notices = useNotices()
  const { busy, run } = useAction()
  const [open, setOpen] = useState(() => asksForCookies(settings))
  if (!open) return null
  async function agree() {
    const sentence = await acceptCookies(readCustomer)
    if (sentence) notices.snackbar(sentence)
    setOpen(false)
  }
  return (
    <section className={styles.footer} aria-labelledby="cookies">
      <div className={styles.what}>
        <h2 id="cookies" className={styles.title}>
          {cookiesText.title}
        </h2>
        <p>
          {cookiesText.explanation}{' '}
          {company.legal.cookie_policy_url && (
            <a href={company.legal.cookie_policy_url} target="_blank" rel="noopener noreferrer">
              {cookiesText.policy}
            </a>
          )}
        </p>
      </div>
      <Button busy={busy} onClick={() => run(agree)}>
        {cookiesText.agree}
      </Button>
      <button
        type="button"
        className={styles.close}
        aria-label={text.close}
        onClick={() => setOpen(false)}
      >
        <X size={20} aria-hidden="true" />
      </button>
    </section>
  )
}
