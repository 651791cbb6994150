import { renderToString } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it, vi } from 'vitest'
import { en } from '@/lib/core/i18n/en'
import type { Statistics } from '@/lib/overview/schema'
import { PaidChart } from './paid-chart'

vi.mock('next/navigation', () => ({ useParams: () => ({ shop: 'shop' }), useRouter: () => ({}) }))

it('names each of two hours that the clock shows twice', () => {
  const hours = ['2026-10-25T00:00:00Z', '2026-10-25T01:00:00Z', '2026-10-25T02:00:00Z']
  const statistics = {
    zone: 'Europe/Berlin',
    from: hours[0],
    until: '2026-10-25T03:00:00Z',
    days: 1,
    step: 'hour',
    steps: ['hour'],
    currency: 'EUR',
    series: hours.map((at) => ({ at, paid: 100, payments: 1, failed: 0, before: null })),
  } as unknown as Statistics
  const html = renderToString(
    <IntlProvider locale="en" messages={en} timeZone="UTC">
      <PaidChart statistics={statistics} onStep={() => {}} />
    </IntlProvider>,
  )
  expect(html.match(/0[23]:00(?: \+0\d:00)?/g)).toEqual(
    expect.arrayContaining(['02:00 +02:00', '02:00 +01:00', '03:00']),
  )
})
