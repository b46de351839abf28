import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from 'wouter'
import * as z from 'zod/mini'

import { pictureSource } from '#contract/brand/picture.ts'
import { errorCodes } from '#contract/error.ts'
import { PromotionCode } from '#contract/promotion.ts'
import { RequestFailure } from '#contract/request/request-failure.ts'
import { toBrazilianDate } from '#contract/value/date.ts'
import { useCompany } from '#portal/company/company.ts'
import { bannerPress } from '#portal/company/Home.tsx'
import { useNotices } from '#portal/feedback/notices.tsx'
import { lineOf, useForm } from '#portal/form/form.ts'
import { pathTo } from '#portal/path/paths.ts'
import { earningLines } from '#portal/points/amount.ts'
import { promotionText } from '#portal/text/promotion.ts'
import { text } from '#portal/text/pt-BR.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { ScreenTitle } from '#ui/ScreenTitle.tsx'

import { promotion } from './queries.ts'

import styles from './Promotion.module.css'

/** R10.1: a field for a promotion's code, and the promotion of the company's banner. */
export default function PromotionScreen() {
  const { banner } = useCompany().company
  return (
    <div className={styles.screen}>
      <ScreenTitle>{text.title.promotion}</ScreenTitle>
      <Card title={promotionText.search}>
        <Search />
      </Card>
      {banner?.promotion_code && (
        <Card title={promotionText.now}>
          <Link
            href={pathTo('promotion.trigger', { promotion_code: banner.promotion_code })}
            state={bannerPress}
            className={styles.now}
          >
            <img
              className={styles.banner}
              {...pictureSource(banner.image_url, 'min(100vw, 40rem)')}
              alt={banner.alt}
            />
            <Running code={banner.promotion_code} />
            <span className={styles.more}>{promotionText.see}</span>
          </Link>
        </Card>
      )}
    </div>
  )
}

/**
 * Name, benefit and end of the banner's promotion. Shows nothing while the promotion is unknown; the link around it works
 * already.
 */
function Running({ code }: { code: string }) {
  const { company } = useCompany()
  const { data } = useQuery(promotion(code))
  if (!data || 'error_code' in data) return null
  const [gain] = earningLines(data.points_amount, data.points_value, company)
  return (
    <span className={styles.running}>
      {data.name}
      <span className={styles.benefit}>{gain}</span>
      <span className={styles.until}>{promotionText.until(toBrazilianDate(data.ends_at))}</span>
    </span>
  )
}

const SearchForm = z.strictObject({ code: PromotionCode })

/** An error about the code is shown at the field. */
function Search() {
  const client = useQueryClient()
  const notices = useNotices()
  const [, navigate] = useLocation()
  const { form, messages, submitting } = useForm({
    schema: SearchForm,
    read: (typed) => ({ code: lineOf(typed, 'code') }),
    submit: async ({ code }) => {
      const found = await client.fetchQuery(promotion(code))
      if ('error_code' in found) {
        const { status, message } = errorCodes[found.error_code]
        throw new RequestFailure(status, found.error_code, message)
      }
      navigate(pathTo('promotion.trigger', { promotion_code: found.code }))
    },
    errorFields: { promotion_not_found: 'code', inactive_promotion: 'code' },
    onFailure: ({ message }) => notices.alert('error', message),
  })
  return (
    <search>
      <Form {...form}>
        <Field
          label={promotionText.code}
          hint={promotionText.codeHint}
          name="code"
          autoCapitalize="characters"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          error={messages['code']}
        />
        <Button type="submit" busy={submitting} full>
          {promotionText.find}
        </Button>
      </Form>
    </search>
  )
}
