import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it, vi } from 'vitest'
import { CurrentRole } from '@/components/frame/use-may'
import type { AlertItem } from '@/lib/alerts/schema'
import { en } from '@/lib/core/i18n/en'
import type { Role } from '@/lib/core/permissions'
import { OpenCard } from './alert-rows'

vi.mock('next/navigation', () => ({ useRouter: () => ({}), usePathname: () => '/shops/s/settings/alerts' }))

const alert: AlertItem = {
  id: 'a',
  kind: 'new_owner',
  detail: {},
  opened_at: '2026-11-22T12:00:00Z',
  closed_at: null,
  closed_how: null,
  dismissed_by: null,
  deliveries: [],
}

const seen = (role: Role, kind: AlertItem['kind'] = 'new_owner') =>
  renderToString(
    <IntlProvider locale="en" messages={en} timeZone="UTC" now={new Date('2026-11-22T12:00:00Z')}>
      <QueryClientProvider client={new QueryClient()}>
        <CurrentRole value={{ role, allows: { hasSupportCheckouts: false, isArchived: false } }}>
          <OpenCard shop="s" alerts={[{ ...alert, kind }]} />
        </CurrentRole>
      </QueryClientProvider>
    </IntlProvider>,
  )

it('links to the activity for people who may read it only', () => {
  expect(seen('owner')).toContain('href="/shops/s/settings/activity')
  expect(seen('manager')).not.toContain('/settings/activity')
  expect(seen('manager', 'no_notifications')).toContain('href="/shops/s/notifications"')
})
