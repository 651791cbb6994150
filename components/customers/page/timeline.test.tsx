import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { NuqsTestingAdapter } from 'nuqs/adapters/testing'
import { renderToString } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it, vi } from 'vitest'
import { en } from '@/lib/core/i18n/en'
import { Timeline } from './timeline'

vi.mock('next/navigation', () => ({ useRouter: () => ({}), usePathname: () => '/' }))

it('shows the kind that the address names, as Back does', () => {
  const html = renderToString(
    <NuqsTestingAdapter searchParams={{ kind: 'payment' }}>
      <IntlProvider locale="en" messages={en} timeZone="UTC">
        <QueryClientProvider client={new QueryClient()}>
          <Timeline shop="s" id="cst_1" mayNote={false} revealedNotes={new Map()} />
        </QueryClientProvider>
      </IntlProvider>
    </NuqsTestingAdapter>,
  )
  expect(html.match(/aria-pressed="true"[^>]*>([^<]*)</)?.[1]).toBe('Payments')
})
