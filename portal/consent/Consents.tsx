import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import type { Consent } from '#contract/consent.ts'
import type { Customer } from '#contract/customer.ts'
import { localDate, toBrazilianDate } from '#contract/value/date.ts'
import { useCompany } from '#portal/company/company.ts'
import { QueryBoundary } from '#portal/feedback/QueryBoundary.tsx'
import { useAction } from '#portal/form/action.ts'
import { consentText } from '#portal/text/consent.ts'
import { registerText } from '#portal/text/register.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Switch } from '#ui/form/Switch.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'

import { needsCookieConsent } from './cookies.ts'
import { consents } from './queries.ts'
import { withdrawCookies } from './withdraw-cookies.ts'

import styles from './Consents.module.css'

type ConsentsProps = {
  customer: Customer
  /** Stores the person's choice about marketing, which is a field of the customer. */
  changeMarketing: (opt_in_marketing: boolean) => Promise<void>
}

/** D12: the consents that the company asks for, their dates, and the controls to withdraw them. */
export function Consents(props: ConsentsProps) {
  return (
    <QueryBoundary
      skeleton={
        <Card title={consentText.heading}>
          <Skeleton height="8rem" />
        </Card>
      }
    >
      <Card title={consentText.heading}>
        <List {...props} />
      </Card>
    </QueryBoundary>
  )
}

function List({ customer, changeMarketing }: ConsentsProps) {
  const { data } = useSuspenseQuery(consents)
  const { settings } = useCompany()
  const client = useQueryClient()
  const marketing = useAction()
  const cookies = useAction()
  const last = (kind: Consent['kind']) => data.find((consent) => consent.kind === kind)
  const withdraw = () => withdrawCookies(client, customer.id)
  return (
    <ul className={styles.consents}>
      {/* The consent to the terms cannot be withdrawn, because the account depends on it. A customer of an identity
          provider is not asked for it (R4.1). */}
      {(customer.login_type === 'EMAIL' || last('OPT_IN')) && (
        <Row name={consentText.opt_in} last={last('OPT_IN')}>
          <Texts />
        </Row>
      )}
      <Row name={consentText.marketing} last={last('MARKETING')}>
        <Switch
          label={registerText.opt_in_marketing}
          checked={customer.opt_in_marketing}
          busy={marketing.busy}
          onChange={(opt_in_marketing) => marketing.run(() => changeMarketing(opt_in_marketing))}
        />
      </Row>
      {/* A valid agreement can be withdrawn even if the company no longer asks for it. */}
      {(needsCookieConsent(settings) || last('COOKIES')?.is_granted) && (
        <Row name={consentText.cookies} last={last('COOKIES')}>
          {last('COOKIES')?.is_granted && (
            <Button variant="quiet" busy={cookies.busy} onClick={() => cookies.run(withdraw)}>
              {consentText.withdraw}
            </Button>
          )}
        </Row>
      )}
    </ul>
  )
}

/** Links to the texts that the person agreed to. */
function Texts() {
  const { custom_terms_url, terms_url, privacy_policy_url } = useCompany().company.legal
  const texts = [
    { label: consentText.terms, url: custom_terms_url ?? terms_url },
    { label: consentText.privacy, url: privacy_policy_url },
  ]
  return (
    <p className={styles.texts}>
      {texts.map(
        ({ label, url }) =>
          url && (
            <a key={label} href={url} target="_blank" rel="noopener noreferrer">
              {label}
            </a>
          ),
      )}
    </p>
  )
}

type RowProps = { name: string; last: Consent | undefined; children?: ReactNode }

function Row({ name, last, children }: RowProps) {
  return (
    <li className={styles.consent}>
      <div className={styles.what}>
        <p className={styles.name}>{name}</p>
        <p className={styles.since}>
          <Since last={last} />
        </p>
      </div>
      {children}
    </li>
  )
}

function Since({ last }: { last: Consent | undefined }) {
  const { time_zone } = useCompany().company
  if (!last) return consentText.never
  const date = toBrazilianDate(localDate(new Date(last.created_at), time_zone))
  return last.is_granted ? consentText.granted(date) : consentText.withdrawn(date)
}
