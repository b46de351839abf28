import { useQuery } from '@tanstack/react-query'
import type { ChangeEvent } from 'react'

import { useUrlFilters } from '#console/table/use-url-filters.ts'
import { reportText } from '#console/text/report.ts'
import type { ReportPeriod } from '#contract/console/report.ts'
import { Field } from '#ui/form/Field.tsx'
import { SelectField } from '#ui/form/SelectField.tsx'

import { companyToday } from './address.ts'
import { periodOf, presetDays, presetOf, presets, ReportFilters } from './period.ts'
import { shops } from './queries.ts'

import styles from './report.module.css'

/** The period of the address, and how to change it. */
export function usePeriod() {
  const { filters, setFilter, setFilters } = useUrlFilters(ReportFilters)
  const period = periodOf(filters, companyToday())
  return { period, filters, setFilter, setFilters }
}

type ControlsProps = ReturnType<typeof usePeriod> & { hasShop: boolean }

/** The choice of a period by name or by days, and of a shop. */
export function Controls({ period, filters, setFilter, setFilters, hasShop }: ControlsProps) {
  const today = companyToday()
  const isWrong = filters.from !== undefined && filters.from !== period.from
  function choosePreset({ target }: ChangeEvent<HTMLSelectElement>) {
    const preset = presets.find((one) => one === target.value)
    if (preset) setFilters(presetDays(preset, today))
  }
  return (
    <search className={styles.controls}>
      <SelectField
        label={reportText.preset}
        name="preset"
        value={presetOf(period, today) ?? 'own'}
        onChange={choosePreset}
      >
        {presets.map((preset) => (
          <option key={preset} value={preset}>
            {reportText.presets[preset]}
          </option>
        ))}
        <option value="own">{reportText.presets.own}</option>
      </SelectField>
      <Field
        label={reportText.from}
        name="from"
        type="date"
        value={filters.from ?? period.from}
        max={today}
        error={isWrong ? reportText.wrongPeriod : undefined}
        onChange={({ target }) => setFilter('from', target.value)}
      />
      <Field
        label={reportText.to}
        name="to"
        type="date"
        value={filters.to ?? period.to}
        max={today}
        onChange={({ target }) => setFilter('to', target.value)}
      />
      {hasShop && <ShopField period={period} onChange={(shop) => setFilter('shop', shop)} />}
    </search>
  )
}

type ShopFieldProps = { period: ReportPeriod; onChange: (shop: string) => void }

function ShopField({ period, onChange }: ShopFieldProps) {
  const { data } = useQuery(shops({ from: period.from, to: period.to }))
  const names = new Set((data ?? []).map(({ shop }) => shop).filter((shop) => shop !== ''))
  // The address may name a shop without sales in this period.
  if (period.shop) names.add(period.shop)
  return (
    <SelectField
      label={reportText.shop}
      name="shop"
      value={period.shop ?? ''}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">{reportText.allShops}</option>
      {[...names].toSorted().map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
