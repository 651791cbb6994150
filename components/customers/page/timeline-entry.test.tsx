import { renderToString } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it } from 'vitest'
import { en } from '@/lib/core/i18n/en'
import { TimelineEntry } from './timeline-entry'

const now = new Date('2026-11-28T10:00:00Z')
const checkout = {
  id: 'c-1',
  kind: 'checkout',
  customer_id: 'cst_1',
  at: now.toISOString(),
  state: 'paid',
  amount: 900,
  currency: 'EUR',
  description: 'Order 7',
  tracking_id: null,
  test: false,
  by: null,
} as const

it.each([
  ['payment', 'Paid'],
  ['authorization', 'Held'],
  ['tokenization', 'Card stored'],
])('says of a %s that it is %s', (type, word) => {
  const html = renderToString(
    <IntlProvider locale="en" messages={en} timeZone="UTC" now={now}>
      <TimelineEntry shop="s" id="cst_1" entry={{ ...checkout, transaction_type: type }} />
    </IntlProvider>,
  )
  expect(html.match(/>(Paid|Held|Card stored)</)?.[1]).toBe(word)
})
