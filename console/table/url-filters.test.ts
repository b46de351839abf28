import { expect, test } from 'vitest'

import { AuditFilters } from '#contract/console/audit.ts'

import { filtersIn } from './url-filters.ts'

const filtersOf = (search: string) => filtersIn(AuditFilters, new URLSearchParams(search))

test('the filters are those of the address that the schema has [D15]', () => {
  expect(filtersOf('?action=key.made&from=2026-11-01&page=3')).toEqual({
    action: 'key.made',
    from: '2026-11-01',
  })
  expect(filtersOf('')).toEqual({})
})

test('a wrong filter of an address counts as none, and the others stay [D15]', () => {
  expect(filtersOf('?action=none&from=31/12/2026&text=')).toEqual({})
  expect(filtersOf('?staff_id=x&text=pre%C3%A7o')).toEqual({ text: 'preço' })
})
