import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it } from 'vitest'
import { en } from '@/lib/core/i18n/en'
import { timelineOptions } from '@/lib/customers/client'
import { useSummary } from './use-summary'

const at = '2026-11-28T10:00:00.000Z'
const note = { id: 'n-1', kind: 'note', customer_id: 'cst_1', at, text: 'called', by: null }
const payment = {
  id: 'uid-1',
  uid: 'uid-1',
  kind: 'payment',
  customer_id: 'cst_1',
  at,
  state: 'paid',
  difference: null,
  paid: 1234,
  type: null,
  currency: 'EUR',
}

const customer = { id: 'cst_1', contact: {}, totals: [] }

function Summary() {
  return <pre>{useSummary('s', customer as never, { personal: customer } as never)}</pre>
}

it('names the newest payments if the first page of the timeline has other entries only', () => {
  const client = new QueryClient()
  const keep = (kind: 'payment' | undefined, items: unknown[], next: string | null) =>
    client.setQueryData(timelineOptions('s', 'cst_1', kind).queryKey, {
      pages: [{ items, next_cursor: next }],
      pageParams: [''],
    } as never)
  keep(undefined, [note], 'more')
  keep('payment', [payment], null)
  const html = renderToString(
    <IntlProvider locale="en" messages={en} timeZone="UTC">
      <QueryClientProvider client={client}>
        <Summary />
      </QueryClientProvider>
    </IntlProvider>,
  )
  expect(html).toContain('€12.34')
})
