import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { NuqsTestingAdapter } from 'nuqs/adapters/testing'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it, vi } from 'vitest'
import { en } from '@/lib/core/i18n/en'
import { onIntlError } from '@/lib/core/i18n/on-error'
import type { Role } from '@/lib/core/permissions'
import type { ShopDetail } from '@/lib/core/shop'
import { notificationListOptions } from '@/lib/notifications/client'
import { productListOptions } from '@/lib/products/client'
import { CurrentRole } from '@/components/frame/use-may'
import { CardTokensPage } from '../card-tokens/card-tokens-page'
import { CheckoutsPage } from '../checkouts/checkouts-page'
import { CustomersPage } from '../customers/customers-page'
import { NotificationsPage } from '../notifications/notifications-page'
import { PaymentsPage } from '../payments/payments-page'
import { ProductsPage } from '../products/products-page'

vi.mock('next/navigation', () => ({
  useRouter: () => ({}),
  usePathname: () => '/',
  useSearchParams: () => new URLSearchParams(),
  useParams: () => ({ shop: 's' }),
}))
const shop = { id: 's', mode: 'sandbox', notification_url: 'https://office.example/hook' } as ShopDetail

const pages: [name: string, page: ReactNode, columns: string][] = [
  [
    'Products',
    <ProductsPage key="" shop="s" copyTargets={[]} />,
    'Product, Price, Stock, Payable until, Status, Updated, Payment link, Actions',
  ],
  [
    'Customers',
    <CustomersPage key="" shop="s" />,
    'Customer, E-mail, Phone, Place, External ID, Labels, Last paid, Created',
  ],
  [
    'Checkouts',
    <CheckoutsPage key="" shop="s" />,
    'What for, Amount, State, E-mail, Expires, Created, Payment link, Actions',
  ],
  [
    'Card tokens',
    <CardTokensPage key="" shop="s" />,
    'Card, Holder, Expires, May be used for, Customer, Came from, Same card, Kept',
  ],
  ['Payments', <PaymentsPage key="" shop={shop} />, 'Paid for, State, Amount, Net, Customer, Card, When'],
  [
    'Notifications',
    <NotificationsPage key="" shop={shop} />,
    'Status, Type, Amount, Tracking ID, Description, Received',
  ],
]

const textOf = (html: string): string => html.replaceAll(/<[^>]*>/g, '').trim()

interface Viewed {
  role?: Role
  isArchived?: boolean
  q?: string
  cursor?: string
  client?: QueryClient
}

const render = (page: ReactNode, viewed: Viewed = {}) => {
  const { role = 'owner', isArchived = false, q, cursor, client = new QueryClient() } = viewed
  return renderToString(
    <NuqsTestingAdapter searchParams={{ ...(q ? { q } : {}), ...(cursor ? { cursor } : {}) }}>
      <IntlProvider locale="en" messages={en} timeZone="UTC" now={new Date()} onError={onIntlError}>
        <QueryClientProvider client={client}>
          <CurrentRole value={{ role, allows: { hasSupportCheckouts: false, isArchived } }}>
            {page}
          </CurrentRole>
        </QueryClientProvider>
      </IntlProvider>
    </NuqsTestingAdapter>,
  )
}

it.each(pages)('shows the usual columns of %s', (name, page, columns) => {
  const html = render(page)
  const [, title = ''] = /<h1[^>]*>(.*?)<\/h1>/.exec(html) ?? []
  expect(textOf(title)).toBe(name)
  const heads = [...html.matchAll(/<th [^>]*>(.*?)<\/th>/g)].map(([, head = '']) => textOf(head))
  expect(heads.filter((head) => head !== '').join(', ')).toBe(columns)
})

it.each([
  ['Customers', <CustomersPage key="" shop="s" />],
  ['Checkouts', <CheckoutsPage key="" shop="s" />],
])('tells support, and nobody else, that a search for %s finds whole values only', (_name, page) => {
  const notice = en.mirror.wholeContactsOnly
  expect(render(page, { role: 'support', q: 'kell' })).toContain(notice)
  expect(render(page, { role: 'support' })).not.toContain(notice)
  expect(render(page, { role: 'owner', q: 'kell' })).not.toContain(notice)
})

const nothing = {
  items: [],
  total: 50,
  total_exact: true,
  next_cursor: null,
  prev_cursor: null,
  alike: false,
  best: null,
  synced_at: new Date().toISOString(),
  syncing: false,
  refresh_failed_at: null,
}

it('tells a screen reader that a search found nothing', () => {
  const client = new QueryClient()
  client.setQueryData(productListOptions('s', { q: 'no such thing' }).queryKey, nothing)
  const html = render(<ProductsPage shop="s" copyTargets={[]} />, { q: 'no such thing', client })
  expect(html).toMatch(new RegExp(`role="status"[^>]*>${en.table.noRows}<`))
})

it('does not say of an emptied later page that there is nothing yet', () => {
  const read = (filters: { cursor?: string }) => {
    const client = new QueryClient()
    client.setQueryData(productListOptions('s', filters).queryKey, nothing)
    return textOf(render(<ProductsPage shop="s" copyTargets={[]} />, { ...filters, client }))
  }
  expect(read({})).toContain(en.products.emptyTitle)
  expect(read({ cursor: 'later' })).not.toContain(en.products.emptyTitle)
  expect(read({ cursor: 'later' })).toContain(en.table.firstPage)
})

it.each([
  ['sandbox', false],
  ['test', true],
  ['live', true],
] as const)('the notifications of a shop of mode %s offer their address: %s', (mode, isOffered) => {
  const client = new QueryClient()
  client.setQueryData(notificationListOptions('s', { cursor: 'later' }).queryKey, {
    items: [],
    next_cursor: null,
    prev_cursor: null,
    total: 5,
    total_exact: true,
    synced_at: null,
    alike: false,
    whole_words_only: false,
  })
  const html = render(<NotificationsPage shop={{ ...shop, mode }} />, { cursor: 'later', client })
  expect(textOf(html).includes(en.notifications.copyAddress)).toBe(isOffered)
})

it('leads to the reconciliations of an archived shop, which can still be read', () => {
  const page = <PaymentsPage shop={shop} />
  const link = 'href="/shops/s/payments/reconciliations"'
  expect(render(page)).toContain(link)
  expect(render(page, { isArchived: true })).toContain(link)
  expect(render(page, { isArchived: true, role: 'support' })).not.toContain(link)
})
