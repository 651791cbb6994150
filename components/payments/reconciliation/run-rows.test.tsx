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

function draw(searchParams: Record<string, string>, client = new QueryClient(), of = run): string {
  return renderToString(
    <NuqsTestingAdapter searchParams={searchParams}>
      <IntlProvider locale="en" messages={en} timeZone="UTC">
        <QueryClientProvider client={client}>
          <RunRows shop="s" run={of} />
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

it('names the day of a statement of one day once', () => {
  const ofDays = (to: string) => ({ ...run, from: '2026-02-03', to, zone: 'UTC' })
  const drawn = (to: string) => draw({ result: 'only_here' }, new QueryClient(), ofDays(to))
  expect(drawn('2026-02-03')).toContain('Counted here on 3 Feb 2026 (UTC), but not in the statement.')
  expect(drawn('2026-02-04')).toContain('Counted here from 3 Feb 2026 to 4 Feb 2026 (UTC), but not')
})
