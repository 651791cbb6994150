import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it } from 'vitest'
import { en } from '@/lib/core/i18n/en'
import { unpaidCheckoutsOptions } from '@/lib/overview/client'
import { attentionOptions } from '@/lib/payments/client'
import { radarOptions } from '@/lib/products/client'
import { NeedsYou } from './needs-you'

const none = { items: [], total: 0, total_exact: true }
const radar = { expiring: none, stock: none, test: none, synced_at: '2026-11-22T12:00:00Z' }
const nothing = 'Nothing needs you'

const unpaid = {
  total: 0,
  total_exact: true,
  created_from: '2026-11-08',
  created_to: '2026-11-20',
  state: [],
}
const payments = {
  ...none,
  next_cursor: null,
  prev_cursor: null,
  alike: false,
  best: null,
  counted: null,
  behind: null,
} as never

const draw = (client: QueryClient) =>
  renderToString(
    <IntlProvider locale="en" messages={en} timeZone="UTC" now={new Date('2026-11-22T12:00:00Z')}>
      <QueryClientProvider client={client}>
        <NeedsYou shop="s" />
      </QueryClientProvider>
    </IntlProvider>,
  )

it('says that nothing needs anybody once all of it is known', () => {
  const client = new QueryClient()
  client.setQueryData(radarOptions('s').queryKey, radar)
  client.setQueryData(unpaidCheckoutsOptions('s').queryKey, unpaid)
  expect(draw(client)).not.toContain(nothing)
  client.setQueryData(attentionOptions('s').queryKey, payments)
  expect(draw(client)).toContain(nothing)
})

it('says “more than” where products were counted up to a limit', () => {
  const client = new QueryClient()
  client.setQueryData(unpaidCheckoutsOptions('s').queryKey, unpaid)
  client.setQueryData(attentionOptions('s').queryKey, payments)
  const badge = (isExact: boolean) => {
    const stock = { items: [], total: 10_000, total_exact: isExact }
    client.setQueryData(radarOptions('s').queryKey, { ...radar, stock })
    return /Needs you<\/h2>(.*?)<div class="ms-auto/.exec(draw(client))?.[1]?.replaceAll(/<[^>]*>/g, '')
  }
  expect(badge(true)).toBe('10,000')
  expect(badge(false)).toBe('more than 10,000')
})

it('says what else needs you where the products could not be read', () => {
  const client = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } })
  const failed = client.getQueryCache().build(client, { queryKey: radarOptions('s').queryKey })
  failed.setState({ status: 'error', error: new Error('no products'), fetchStatus: 'idle' })
  client.setQueryData(unpaidCheckoutsOptions('s').queryKey, { ...unpaid, total: 3 })
  client.setQueryData(attentionOptions('s').queryKey, payments)
  const drawn = draw(client)
  expect(drawn).toContain('The overview could not be loaded')
  expect(drawn).toContain('3 checkouts')
  expect(drawn).not.toContain(nothing)
})
