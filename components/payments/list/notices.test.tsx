import { renderToString } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it } from 'vitest'
import { en } from '@/lib/core/i18n/en'
import type { PaymentPage } from '@/lib/payments/list'
import { Notices } from '../payments-page'

it('says what was counted in its own currency, whatever the payments are in', () => {
  const page = {
    items: [{ currency: 'EUR' }],
    counted: { amount: '300', currency: 'USD', transactions: 1 },
    behind: null,
  } as unknown as PaymentPage
  const html = renderToString(
    <IntlProvider locale="en" messages={en} timeZone="UTC">
      <Notices page={page} q="" />
    </IntlProvider>,
  )
  expect(html).toContain('$3.00')
  expect(html).not.toContain('€')
})
