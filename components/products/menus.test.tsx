import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { Route } from 'next'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it, vi } from 'vitest'
import { CurrentRole } from '@/components/frame/use-may'
import { en } from '@/lib/core/i18n/en'
import type { Role } from '@/lib/core/permissions'
import { productKeys } from '@/lib/core/client/keys'
import type { ProductListItem } from '@/lib/products/schema'
import { usePickedActions } from './bulk/picked-actions'
import type { ProductList } from './list/product-list'
import { EditPencil, RowActions } from './list/row-actions'
import RowMenu from './list/row-menu'
import MoreMenu from './page/more-menu'
import { ProductPage } from './page/product-page'
import { ProductCard } from './products-page'

vi.mock('next/navigation', () => ({ useRouter: () => ({}), usePathname: () => '/shops/s/products' }))
vi.mock('./list/actions', async (load) => ({
  ...(await load<object>()),
  useProductActions: () => ({ shop: 's' }),
}))
vi.mock('./product-details', () => ({ ProductDetails: () => null }))
// An open menu is in a portal, which is not drawn on the server.
vi.mock('@/components/ui/overlays/menu', () => ({
  Menu: ({ children }: { children: ReactNode }) => <menu>{children}</menu>,
  MenuItem: ({ children }: { children: ReactNode }) => <li>{children}</li>,
}))

const product = { id: 'p', name: 'Bike', currency: 'EUR', amount: 900, pay_url: 'https://pay.example/p', confirm_url: null, archived: false, vanished: false } as ProductListItem // prettier-ignore
const opened = { className: '', children: null }
const words = en.products.list

function markup(role: Role, shown: ReactNode, client = new QueryClient()): string {
  return renderToString(
    <IntlProvider locale="en" messages={en} timeZone="UTC" now={new Date('2026-11-22T12:00:00Z')}>
      <QueryClientProvider client={client}>
        <CurrentRole value={{ role, allows: { hasSupportCheckouts: false, isArchived: false } }}>
          {shown}
        </CurrentRole>
      </QueryClientProvider>
    </IntlProvider>,
  )
}

const itemsOf = (html: string) => [...html.matchAll(/<li>(.*?)<\/li>/g)].map(([, text]) => text)

const rowItems = (role: Role, change: Partial<ProductListItem> = {}) =>
  itemsOf(markup(role, <RowMenu product={{ ...product, ...change }} anchor={() => null} opened={opened} />))

it('offers the sheet to print in a row to people who may share products only', () => {
  expect(rowItems('manager')).toContain(words.printSheet)
  expect(rowItems('support')).toEqual([words.share, words.printSheet])
  expect(rowItems('viewer')).toEqual([])
})

it.each([
  ['a product at the gateway', {}, { edit: true, price: true, stock: true }],
  ['one that is gone from it', { vanished: true }, { edit: false, price: false, stock: false }],
  ['one without a known currency', { currency: null }, { edit: true, price: false, stock: true }],
])('offers to change %s, its price and its stock in its row alike', (_what, change, offered) => {
  const items = rowItems('manager', change)
  expect({
    edit: items.includes(words.edit),
    price: items.includes(words.changePrice),
    stock: items.includes(words.changeStock),
  }).toEqual(offered)
  for (const field of ['price', 'stock'] as const) {
    const html = markup('manager', <EditPencil product={{ ...product, ...change }} field={field} />)
    expect(html !== '').toBe(offered[field])
  }
})

it('offers nothing to share or print of a product that is gone from the gateway', () => {
  expect(rowItems('support', { vanished: true })).toEqual([])
  expect(rowItems('manager', { vanished: true })).toEqual([words.duplicate, words.archive])
  const href = '/shops/s/products/p' as Route
  const share = en.products.list.shareOf.replace('{name}', 'Bike')
  const card = (vanished: boolean) =>
    markup('manager', <ProductCard shop="s" product={{ ...product, vanished }} href={href} />)
  expect(card(false)).toContain(share)
  expect(card(true)).not.toContain(share)
  expect(page('manager')).toContain(`>${en.products.share.share}<`)
  expect(page('manager', { vanished: true })).not.toContain(`>${en.products.share.share}<`)
})

function PickedIds({ picked }: { picked: readonly ProductListItem[] }) {
  const selection = { rows: picked, isAll: false, except: [] }
  const list = { shop: 's', state: { filters: {}, narrowed: {} }, selection } as unknown as ProductList
  const actions = usePickedActions({ list, count: picked.length, order: () => {}, canCopy: false })
  return actions.map(({ id }) => id).join()
}

it('offers to copy and print the links of picked products only if one of them is at the gateway', () => {
  const gone = { ...product, vanished: true }
  expect(markup('support', <PickedIds picked={[gone, product]} />)).toBe('copyLinks,print')
  expect(markup('support', <PickedIds picked={[gone]} />)).toBe('')
})

it('shows no menu in a row that would be empty', () => {
  expect(markup('support', <RowActions product={{ ...product, vanished: true }} />)).toBe('')
  expect(markup('support', <RowActions product={product} />)).toContain('<button')
  expect(markup('viewer', <RowActions product={product} />)).toBe('')
})

function page(role: Role, change: Partial<ProductListItem> = {}): string {
  const client = new QueryClient()
  const known = { drift: {}, unusable_links: [], synced_at: '2026-11-22T12:00:00Z' }
  client.setQueryData(productKeys.detail('s', 'p'), { ...product, ...known, ...change })
  return markup(role, <ProductPage shop="s" id="p" stub={null} />, client)
}

it('offers no change on the page of a product that is gone from the gateway, but a copy', () => {
  expect(page('manager')).toContain('/products/p/edit')
  expect(page('manager', { vanished: true })).not.toContain('/products/p/edit')
  expect(page('manager', { vanished: true })).toContain('/products/new?from=p')
})

it('shows no menu on the page of a product that would be empty', () => {
  const button = `aria-label="${en.products.page.more}"`
  expect(page('support')).toContain(button)
  expect(page('viewer')).not.toContain(button)
  expect(page('support', { vanished: true })).not.toContain(button)
  expect(page('viewer')).toContain('Bike')
})

it('leaves the sheet out of the menu of a page whose reader may not share products', () => {
  expect(itemsOf(markup('support', <MoreMenu opened={opened} />))).toEqual([])
})
