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

/** The page's HTML for a person of this role. */
function pageOf(
  role: Role | 'archived',
  {
    askable,
    checkable,
    sources = [],
    forwards = null,
  }: { askable: boolean; checkable: boolean; sources?: object[]; forwards?: object[] | null },
) {
  const payment = {
    uid: 'u',
    state: 'paid',
    askable,
    checkout: { id: 'c', checkable },
    product: null,
    forwards,
    provider_url: null,
    notification_id: null,
    sources,
  } as unknown as PaymentDetail
  const isArchived = role === 'archived'
  const value = {
    role: isArchived ? ('owner' as const) : role,
    allows: { hasSupportCheckouts: false, isArchived },
  }
  return renderToString(
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
}

/** The texts about queries, in this order: of a payment, of a checkout, neither known, not allowed. */
function shownTo(...args: Parameters<typeof pageOf>) {
  const html = pageOf(...args)
  const texts = ['askPaymentText', 'askText', 'askNot', 'askOthers'] as const
  return texts.filter((text) => html.includes(words[text].replaceAll(/<.?settings>/gu, '')))
}

it.each([
  ['support', true, true, 'askPaymentText'],
  ['support', false, true, 'askText'],
  ['support', false, false, 'askNot'],
  // A viewer may query neither.
  ['viewer', true, true, 'askOthers'],
  ['viewer', false, true, 'askOthers'],
  ['viewer', true, false, 'askOthers'],
  ['viewer', false, false, 'askNot'],
  // In an archived shop not even the owner may query.
  ['archived', true, true, 'askOthers'],
  ['archived', false, true, 'askOthers'],
] as const)('shows to %s, payment askable %s, checkout %s: %s', (role, askable, checkable, text) =>
  expect(shownTo(role, { askable, checkable })).toEqual([text]),
)

it.each([
  ['owner', 2],
  ['support', 0],
] as const)('links to the payment settings for who may change them: %s', (role, links) => {
  const html = pageOf(role, { askable: false, checkable: false })
  expect(html.split('href="/shops/s/settings/payments"')).toHaveLength(links + 1)
})

it.each([
  ['in a dialog if only a statement reports it', 'support', [], 'dialog'],
  [
    'in a dialog beside a forgery',
    'support',
    [{ notification_id: 'n', uid: 'u', quarantined: true }],
    'dialog',
  ],
  [
    'through its notification',
    'support',
    [{ notification_id: 'n', uid: 'u', quarantined: false }],
    'notification',
  ],
  ['not by a viewer', 'viewer', [], null],
  ['not in an archived shop', 'archived', [], null],
] as const)('is linked by hand %s', (_way, role, sources, shown) => {
  const html = pageOf(role, { askable: false, checkable: false, sources: [...sources] })
  const isLink = html.includes('href="/shops/s/notifications/n"')
  const isOffered = html.includes(words.link)
  expect(isOffered ? (isLink ? 'notification' : 'dialog') : null).toBe(shown)
})

it('forwards again where the shop is in use only', () => {
  const sent = {
    askable: false,
    checkable: false,
    forwards: [{ id: 'm', state: 'failed', endpoint: 'Till' }],
  }
  expect(pageOf('owner', sent)).toContain(words.forward)
  expect(pageOf('archived', sent)).not.toContain(words.forward)
})
