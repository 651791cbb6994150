import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { describe, expect, it, vi } from 'vitest'
import { CurrentRole } from '@/components/frame/use-may'
import { SandboxOrigin } from '@/components/payment-links/link-view'
import type { CheckoutDetail } from '@/lib/checkouts/schema'
import { checkoutKeys } from '@/lib/core/client/keys'
import { en } from '@/lib/core/i18n/en'
import { CheckoutPage } from './checkout-page'

vi.mock('next/navigation', () => ({ useRouter: () => ({}), usePathname: () => '/shops/s/checkouts/c' }))

const now = new Date('2026-11-22T12:00:00Z')
const at = now.toISOString()

const checkout: CheckoutDetail = {
  id: 'c',
  token: 'b'.repeat(64),
  redirect_url: 'https://office.example/sandbox/v2/checkout?token=b',
  state: 'open',
  rests_on: 'nothing',
  state_at: at,
  paid_amount: null,
  paid_currency: null,
  difference: null,
  attempts: 3,
  attempts_left: 3,
  transaction_type: 'payment',
  amount: 900,
  currency: 'EUR',
  description: 'Order 7',
  tracking_id: null,
  email: null,
  masked: false,
  customer_id: null,
  test: false,
  expires_at: '2999-11-23T12:00:00Z',
  created_at: at,
  created_by: null,
  created_by_id: 'u',
  request: { checkout: { transaction_type: 'payment', order: { amount: 900, currency: 'EUR' } } },
  card: null,
  payments: [],
  transactions: [],
  reissues: null,
  reissued_as: null,
  checkable: false,
  checked_at: null,
}

/** The words of the page, one space between them. */
function wordsOf(change: Partial<CheckoutDetail>): string {
  const client = new QueryClient()
  client.setQueryData(checkoutKeys.detail('s', 'c'), { ...checkout, ...change })
  const html = renderToString(
    <IntlProvider locale="en" messages={en} timeZone="UTC" now={now}>
      <QueryClientProvider client={client}>
        <SandboxOrigin value="https://office.example">
          <CurrentRole value={{ role: 'owner', allows: { hasSupportCheckouts: false, isArchived: false } }}>
            <CheckoutPage shop="s" id="c" stub="(QR code)" isFresh={false} />
          </CurrentRole>
        </SandboxOrigin>
      </QueryClientProvider>
    </IntlProvider>,
  )
  const labels = [...html.matchAll(/aria-label="([^"]*)"/g)].map(([, label]) => label)
  return [html.replaceAll(/<pre.*?<\/pre>/gs, ' ').replaceAll(/<[^>]*>/g, ' '), ...labels]
    .join(' ')
    .replaceAll(/\s+/g, ' ')
}

describe('the page of a checkout', () => {
  const states = ['open', 'pending', 'paid', 'declined', 'expired', 'cancelled', 'unconfirmed'] as const
  it.each(states)('that asks for a card never speaks of paying: %s', (state) => {
    const order = { expired_at: '2999-11-23T12:00:00+00:00' }
    const settings = { auto_pay: true, button_text: 'Save', return_url: 'https://shop.example' }
    const payment_method = { types: ['credit_card'] }
    const sent = { transaction_type: 'tokenization', order, settings, payment_method }
    const request = { checkout: sent }
    const words = wordsOf({ state, transaction_type: 'tokenization', request })
    // “Payment token” is the gateway's name of the identifier.
    expect(words.replaceAll('Payment token', '')).not.toMatch(/.{0,40}\b(pa(y|id)|purchase).{0,40}/i)
  })

  it('that can be paid says so', () => {
    expect(wordsOf({})).toContain('It can be paid.')
    expect(wordsOf({})).toContain('(QR code)')
  })

  const elsewhere = 'http://localhost:3000/sandbox/v2/checkout?token=b'
  it.each([
    [elsewhere, 'This link leads to the sandbox of another host.', true],
    [null, 'The gateway gave no address for this link.', true],
    ['javascript:pay()', 'The gateway’s address is not a web address.', false],
  ])('with the link %s says why it cannot be paid', (redirect_url, reason, isReissued) => {
    for (const state of ['open', 'declined'] as const) {
      const words = wordsOf({ redirect_url, state })
      // On the stub, and among the facts.
      expect(words.split(reason).length).toBeGreaterThanOrEqual(3)
      expect(words).not.toMatch(/It can be (paid|tried)|attempts are left|\(QR code\)/)
      expect(words.includes('Reissue: Order 7')).toBe(isReissued)
    }
  })
})
