import { renderToString } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it } from 'vitest'
import { en } from '@/lib/core/i18n/en'
import { Totals } from './totals'

it('marks a sum that may be more than its number', () => {
  const back = { refunded: 100, refunds: 1, charged_back: 0, chargebacks: 0 }
  const most = Number.MAX_SAFE_INTEGER
  const total = { currency: 'EUR', paid: most, payments: 2, failed: 0, ...back, net: most }
  const html = renderToString(
    <IntlProvider locale="en" messages={en} timeZone="UTC">
      <Totals totals={[total, { ...total, currency: 'JPY', paid: 500, net: 400 }]} />
    </IntlProvider>,
  )
  expect(html.match(/≥/g)).toHaveLength(1)
  expect(html).toContain('≥\u00a0€90,071,992,547,409.91')
})
