import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it } from 'vitest'
import { CurrentRole } from '@/components/frame/use-may'
import { en } from '@/lib/core/i18n/en'
import type { Role } from '@/lib/core/permissions'
import { latestOptions } from '@/lib/overview/client'
import { LatestPayments } from './latest'

const { emptySandbox, empty } = en.overview.latest

/** The card of a sandbox shop with these payments. */
function seen(role: Role, { isArchived = false, items = [] as object[] } = {}): string {
  const client = new QueryClient()
  client.setQueryData(latestOptions('s').queryKey, { items } as never)
  return renderToString(
    <IntlProvider locale="en" messages={en} timeZone="UTC" now={new Date('2026-11-22T12:00:00Z')}>
      <QueryClientProvider client={client}>
        <CurrentRole value={{ role, allows: { hasSupportCheckouts: false, isArchived } }}>
          <LatestPayments shop="s" isSandbox hasDemo />
        </CurrentRole>
      </QueryClientProvider>
    </IntlProvider>,
  )
}

it('offers a demo payment to people who can make one only', () => {
  expect(seen('manager')).toContain(emptySandbox)
  for (const html of [seen('viewer'), seen('support'), seen('manager', { isArchived: true })]) {
    expect(html).toContain(empty)
    expect(html).not.toContain(emptySandbox)
  }
})

it('shows each payment as the list of payments does', () => {
  const deposit = { uid: 'uid/1', state: 'paid', difference: null, test: false, currency: 'EUR', held: 30_000, paid: 10_000, amount: 10_000, description: null, checkout_description: 'Deposit', product_name: 'Bike', tracking_id: 'T-1', customer: null, email: 'a@shop.example', at: '2026-10-16T12:00:00Z', reported_at: '2026-11-22T12:00:00Z' } // prettier-ignore
  const html = seen('viewer', { items: [deposit] })
  expect(html.replaceAll(/<[^>]*>/g, '|')).toMatch(/Paid\|+€100\.00\|+Deposit\|+T-1\|+16 Oct/)
  expect(html).toContain('href="/shops/s/payments/uid%2F1"')
  // Who paid, where the shop named no order.
  expect(seen('viewer', { items: [{ ...deposit, tracking_id: null }] })).toContain('>a@shop.example<')
})
