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

it('says that nothing needs anybody once all of it is known', () => {
  const client = new QueryClient()
  const seen = () =>
    renderToString(
      <IntlProvider locale="en" messages={en} timeZone="UTC" now={new Date('2026-11-22T12:00:00Z')}>
        <QueryClientProvider client={client}>
          <NeedsYou shop="s" />
        </QueryClientProvider>
      </IntlProvider>,
    )
  client.setQueryData(radarOptions('s').queryKey, radar)
  client.setQueryData(unpaidCheckoutsOptions('s').queryKey, {
    total: 0,
    total_exact: true,
    created_from: '2026-11-08',
    created_to: '2026-11-20',
    state: [],
  })
  expect(seen()).not.toContain(nothing)
  client.setQueryData(attentionOptions('s').queryKey, {
    ...none,
    next_cursor: null,
    prev_cursor: null,
    alike: false,
    best: null,
    counted: null,
    behind: null,
  } as never)
  expect(seen()).toContain(nothing)
})
