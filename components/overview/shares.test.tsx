import { renderToString } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it, vi } from 'vitest'
import { en } from '@/lib/core/i18n/en'
import type { Statistics } from '@/lib/overview/schema'
import { Brands, Countries, TopProducts } from './shares'

vi.mock('next/navigation', () => ({ useParams: () => ({ shop: 'shop' }) }))

const failed = { paid: 0, payments: 0, failed: 3 }
const paid = { paid: 900, payments: 1, failed: 0 }
const total = { paid: 900, payments: 1, failed: 3 }
const statistics = {
  zone: 'UTC',
  from: '2026-03-01T00:00:00Z',
  until: '2026-03-02T00:00:00Z',
  currency: null,
  brands: {
    items: [
      { value: 'visa', ...paid },
      { value: 'master', ...failed },
    ],
    total,
  },
  countries: { items: [{ value: 'AT', ...failed }], total: failed },
  products: {
    items: [
      { value: 'prd_1', name: 'Lamp', ...paid },
      { value: 'prd_2', name: 'Mug', ...failed },
    ],
    total,
  },
} as unknown as Statistics

it('names nothing that was not paid among what was', () => {
  const html = renderToString(
    <IntlProvider locale="en" messages={en} timeZone="UTC">
      <Brands statistics={statistics} />
      <Countries statistics={statistics} />
      <TopProducts shop="shop" statistics={statistics} />
    </IntlProvider>,
  )
  expect(html).toContain('Visa')
  expect(html).toContain('Lamp')
  expect(html).not.toMatch(/Mastercard|Mug|>AT</)
  expect(html).toContain(en.overview.countries.empty)
})
