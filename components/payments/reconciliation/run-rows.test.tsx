import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { NuqsTestingAdapter } from 'nuqs/adapters/testing'
import { renderToString } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it, vi } from 'vitest'
import { en } from '@/lib/core/i18n/en'
import type { ReconciliationDetail } from '@/lib/payments/reconciliation/reconciliation'
import { reconciliationRowsOptions } from '@/lib/payments/reconciliation-client'
import { RunRows } from './run-rows'

vi.mock('next/navigation', () => ({ useRouter: () => ({}), usePathname: () => '/' }))

const counts = { only_there: 1, only_here: 0, differing: 0, matched: 0, repeated: 0, unread: 0 }
const run = { id: 'r', state: 'matched', counts, mapping: { columns: [] } } as unknown as ReconciliationDetail

function draw(searchParams: Record<string, string>, client = new QueryClient()): string {
  return renderToString(
    <NuqsTestingAdapter searchParams={searchParams}>
      <IntlProvider locale="en" messages={en} timeZone="UTC">
        <QueryClientProvider client={client}>
          <RunRows shop="s" run={run} />
        </QueryClientProvider>
      </IntlProvider>
    </NuqsTestingAdapter>,
  )
}

it('searches with the field of the lists, which waits until nobody types', () => {
  const html = draw({ q: 'order-7' })
  expect(html).toMatch(/role="search"[^>]*>.*aria-label="UID or tracking ID".*value="order-7"/s)
})

it('opens the page that the address names, as Back does', () => {
  const client = new QueryClient()
  draw({ result: 'only_there', cursors: '50,100' }, client)
  const asked = { result: 'only_there', cursor: '100' } as const
  expect(client.getQueryState(reconciliationRowsOptions('s', 'r', asked).queryKey)).toBeDefined()
})

it('leads back from a page that has no rows any more', () => {
  const client = new QueryClient()
  const asked = { result: 'only_there', cursor: '100' } as const
  client.setQueryData(reconciliationRowsOptions('s', 'r', asked).queryKey, { items: [], next_cursor: null })
  expect(draw({ result: 'only_there', cursors: '50,100' }, client)).toContain('First page</button>')
})
