import { renderToString } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it } from 'vitest'
import { en } from '@/lib/core/i18n/en'
import type { ListFilter } from '../../data-table/filter-bar'
import { useAmountFilter } from './use-amount-filter'
import { useDayFilter } from './use-day-filter'

const actions = {
  shop: 's',
  rows: [],
  narrow: () => Promise.resolve(new URLSearchParams()),
  openDialog: () => {},
}

/** The options of the menus when a list shows these days and amounts. */
function optionsFor(narrowed: object): unknown[] {
  const seen: ListFilter[] = []
  function Probe() {
    const list = { ...actions, narrowed } as never
    seen.push(useDayFilter(list, { name: 'paid', label: 'Days', title: 'Paid' }), useAmountFilter(list))
    return null
  }
  renderToString(
    <IntlProvider locale="en" messages={en} timeZone="UTC">
      <Probe />
    </IntlProvider>,
  )
  return seen.flatMap(({ options }) =>
    typeof options === 'function' ? [] : options.map(({ label }) => label),
  )
}

it('names a single day and a single amount once', () => {
  const one = { paid_from: '2026-11-03', paid_to: '2026-11-03', amount_from: 1250, amount_to: 1250, currency: ['EUR'] } // prettier-ignore
  expect(optionsFor(one)).toEqual(expect.arrayContaining(['3 Nov 2026', '€12.50']))
  expect(optionsFor({ ...one, paid_to: '2026-11-04', amount_to: 1300 })).toEqual(
    expect.arrayContaining(['3 Nov 2026 – 4 Nov 2026', '€12.50 – €13.00']),
  )
})
