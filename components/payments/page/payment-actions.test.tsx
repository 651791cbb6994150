import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it, vi } from 'vitest'
import { CurrentRole } from '@/components/frame/use-may'
import { SandboxOrigin } from '@/components/payment-links/link-view'
import { en } from '@/lib/core/i18n/en'
import type { Role } from '@/lib/core/permissions'
import type { PaymentDetail } from '@/lib/payments/detail'
import { PaymentActions } from './payment-actions'

vi.mock('next/navigation', () => ({ useRouter: () => ({}), usePathname: () => '/shops/s/payments/u' }))

const words = en.paymentPage.todo

/** What is shown of asking, in this order: the texts of a payment, a checkout, neither known, not allowed. */
function shownTo(role: Role | 'archived', { askable, checkable }: { askable: boolean; checkable: boolean }) {
  const payment = {
    uid: 'u',
    state: 'paid',
    askable,
    checkout: { id: 'c', checkable },
    product: null,
    forwards: null,
    provider_url: null,
    notification_id: null,
  } as unknown as PaymentDetail
  const isArchived = role === 'archived'
  const value = {
    role: isArchived ? ('owner' as const) : role,
    allows: { hasSupportCheckouts: false, isArchived },
  }
  const html = renderToString(
    <IntlProvider locale="en" messages={en} timeZone="UTC">
      <QueryClientProvider client={new QueryClient()}>
        <SandboxOrigin value="https://office.example">
          <CurrentRole value={value}>
            <PaymentActions shop="s" payment={payment} />
          </CurrentRole>
        </SandboxOrigin>
      </QueryClientProvider>
    </IntlProvider>,
  )
  const texts = ['askPaymentText', 'askText', 'askNot', 'askOthers'] as const
  return texts.filter((text) => html.includes(words[text]))
}

it.each([
  ['support', true, true, 'askPaymentText'],
  ['support', false, true, 'askText'],
  ['support', false, false, 'askNot'],
  // A viewer may ask for neither.
  ['viewer', true, true, 'askOthers'],
  ['viewer', false, true, 'askOthers'],
  ['viewer', true, false, 'askOthers'],
  ['viewer', false, false, 'askNot'],
  // Nothing is asked in an archived shop, not even by its owner.
  ['archived', true, true, 'askOthers'],
  ['archived', false, true, 'askOthers'],
] as const)('shows to %s, payment askable %s, checkout %s: %s', (role, askable, checkable, text) =>
  expect(shownTo(role, { askable, checkable })).toEqual([text]),
)
