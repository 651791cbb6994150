import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { NuqsTestingAdapter } from 'nuqs/adapters/testing'
import { renderToString } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it, vi } from 'vitest'
import { en } from '@/lib/core/i18n/en'
import type { ReconciliationDetail } from '@/lib/payments/reconciliation/reconciliation'
import { RunRows } from './run-rows'

vi.mock('next/navigation', () => ({ useRouter: () => ({}), usePathname: () => '/' }))

const counts = { only_there: 1, only_here: 0, differing: 0, matched: 0, repeated: 0, unread: 0 }
const run = { id: 'r', state: 'matched', counts, mapping: { columns: [] } } as unknown as ReconciliationDetail

it('searches with the field of the lists, which waits until nobody types', () => {
  const html = renderToString(
    <NuqsTestingAdapter searchParams={{ q: 'order-7' }}>
      <IntlProvider locale="en" messages={en} timeZone="UTC">
        <QueryClientProvider client={new QueryClient()}>
          <RunRows shop="s" run={run} />
        </QueryClientProvider>
      </IntlProvider>
    </NuqsTestingAdapter>,
  )
  expect(html).toMatch(/role="search"[^>]*>.*aria-label="UID or tracking ID".*value="order-7"/s)
})
