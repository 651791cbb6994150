import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it, vi } from 'vitest'
import { CurrentRole } from '@/components/frame/use-may'
import { Changed } from '@/components/notifications/detail/changed'
import { JobActions } from '@/components/jobs/job-actions'
import { AppearancePage } from '@/components/shops/appearance-page'
import { en } from '@/lib/core/i18n/en'
import type { JobDetail } from '@/lib/jobs/schema'
import type { NotificationDetail } from '@/lib/notifications/schema'
import { appearanceOptions } from '@/lib/shops/client'

vi.mock('next/navigation', () => ({ useRouter: () => ({}), usePathname: () => '/shops/s/settings' }))

const client = new QueryClient()
client.setQueryData(appearanceOptions('s').queryKey, { version: 1, public_name: 'Paper', logo: null })

const notification = {
  id: 'n',
  quarantined: false,
  hook: 'notification',
  worked_out: true,
  checkout: null,
  product: null,
  customers: [],
  card_token_id: null,
  card_offered: true,
} as unknown as NotificationDetail

const counts = { total: 3, planned: 2, done: 0, failed: 1, unconfirmed: 0, unchanged: 0, skipped: 0 }
const job = {
  id: 'j',
  kind: 'products.import',
  state: 'planned',
  counts,
  changed: 0,
  undoable: true,
} as unknown as JobDetail

/** The words of all buttons that an owner sees. */
function buttonsOf(shown: ReactNode, isArchived: boolean): string {
  const html = renderToString(
    <IntlProvider locale="en" messages={en} timeZone="UTC" now={new Date('2026-11-22T12:00:00Z')}>
      <QueryClientProvider client={client}>
        <CurrentRole value={{ role: 'owner', allows: { hasSupportCheckouts: false, isArchived } }}>
          {shown}
        </CurrentRole>
      </QueryClientProvider>
    </IntlProvider>,
  )
  const buttons = [...html.matchAll(/<button.*?<\/button>/g)].map(([button]) => button)
  return buttons.map((button) => button.replaceAll(/<[^>]*>/g, '')).join(', ')
}

it.each([
  [
    'a page of settings',
    <AppearancePage key="" shop="s" />,
    [en.shops.appearance.save, en.shops.appearance.choose],
  ],
  [
    'a notification',
    <Changed key="" shop="s" notification={notification} />,
    [en.notifications.changed.keepCard, en.notifications.changed.link],
  ],
  [
    'a job',
    <JobActions
      key=""
      shop="s"
      job={job}
      liveShopName={null}
      hasUncheckedColumns={false}
      onDone={() => {}}
    />,
    [en.jobs.cancel, en.jobs.undo],
  ],
])('offers in an archived shop nothing that it refuses: %s', (_name, shown, words) => {
  for (const word of words) expect(buttonsOf(shown, false)).toContain(word)
  expect(buttonsOf(shown, true)).toBe('')
})
