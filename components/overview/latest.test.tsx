import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it } from 'vitest'
import { CurrentRole } from '@/components/frame/use-may'
import { en } from '@/lib/core/i18n/en'
import type { Role } from '@/lib/core/permissions'
import { latestOptions } from '@/lib/overview/client'
import { LatestNotifications } from './latest'

const { emptySandbox, empty } = en.overview.latest

/** The text of a sandbox shop's card while nothing has arrived. */
function seen(role: Role, isArchived = false): string {
  const client = new QueryClient()
  client.setQueryData(latestOptions('s').queryKey, { items: [] } as never)
  return renderToString(
    <IntlProvider locale="en" messages={en} timeZone="UTC" now={new Date('2026-11-22T12:00:00Z')}>
      <QueryClientProvider client={client}>
        <CurrentRole value={{ role, allows: { hasSupportCheckouts: false, isArchived } }}>
          <LatestNotifications shop="s" isSandbox hasDemo />
        </CurrentRole>
      </QueryClientProvider>
    </IntlProvider>,
  )
}

it('offers a demo payment to people who can make one only', () => {
  expect(seen('manager')).toContain(emptySandbox)
  for (const html of [seen('viewer'), seen('support'), seen('manager', true)]) {
    expect(html).toContain(empty)
    expect(html).not.toContain(emptySandbox)
  }
})
