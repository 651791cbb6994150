import { renderToString } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it } from 'vitest'
import { en } from '@/lib/core/i18n/en'
import type {
  ReconciliationDetail,
  ReconciliationRowItem,
} from '@/lib/payments/reconciliation/reconciliation'
import { RowCard } from './row-columns'

const run = { state: 'matched' } as ReconciliationDetail

function textOf(amountText: string): string {
  const there = { uid: 'u', amount: null, amount_text: amountText, currency: 'USD', fee: null }
  const row = {
    position: 1,
    result: 'unread',
    there,
    here: null,
    differences: [],
    problems: ['other_currency'],
  }
  return renderToString(
    <IntlProvider locale="en" messages={en} timeZone="UTC">
      <RowCard row={row as unknown as ReconciliationRowItem} run={run} href={null} />
    </IntlProvider>,
  )
}

it.each([
  ['€12.50', '“€”'],
  // Earlier releases did not know this sign.
  ['US$ 12.50', '“US$ 12.50”'],
])('says of %s what may not stand there: %s', (amountText, quoted) =>
  expect(textOf(amountText)).toContain(`may be next to the amount, not ${quoted}`),
)
