import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { NuqsTestingAdapter } from 'nuqs/adapters/testing'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it, vi } from 'vitest'
import { AlertsPage } from '@/components/alerts/alerts-page'
import { TokensPage } from '@/components/api-tokens/tokens-page'
import { RetentionPage } from '@/components/customers/retention/retention-page'
import { ForwardingPage } from '@/components/forwarding/forwarding-page'
import { CurrentRole } from '@/components/frame/use-may'
import { NotificationSettingsPage } from '@/components/notifications/settings/notification-settings-page'
import { PaymentSettingsPage } from '@/components/payments/settings/payment-settings-page'
import { PeoplePage } from '@/components/people/people-page'
import { AppearancePage } from '@/components/shops/appearance-page'
import { GatewayPage } from '@/components/shops/gateway-page'
import { GeneralPage } from '@/components/shops/general-page'
import { alertSettingsOptions, alertsOptions } from '@/lib/alerts/client'
import { type AlertSettings, defaultAlertRules } from '@/lib/alerts/schema'
import { apiTokensOptions } from '@/lib/api-tokens/client'
import { en } from '@/lib/core/i18n/en'
import type { Role } from '@/lib/core/permissions'
import { retentionOptions } from '@/lib/customers/retention-client'
import { endpointListOptions } from '@/lib/forwarding/client'
import { notificationSettingsOptions } from '@/lib/notifications/client'
import type { NotificationSettings } from '@/lib/notifications/settings'
import { paymentSettingsOptions } from '@/lib/payments/client'
import { factorRuleOptions, invitationsOptions, peopleOptions } from '@/lib/people/client'
import {
  appearanceOptions,
  connectionOptions,
  minorUnitsOptions,
  pageDefaultsOptions,
  revealLimitOptions,
} from '@/lib/shops/client'
import type { ShopConnection } from '@/lib/shops/schema'

const visited = vi.hoisted(() => ({ path: '/shops/s/settings' }))
vi.mock('next/navigation', () => ({
  useRouter: () => ({}),
  usePathname: () => visited.path,
  useSearchParams: () => new URLSearchParams(),
}))

const client = new QueryClient()
const version = 1
client.setQueryData(alertsOptions('s').queryKey, { open: [], recent: [] })
client.setQueryData(alertSettingsOptions('s').queryKey, {
  version,
  rules: {
    ...defaultAlertRules,
    no_notifications: { enabled: true, hours: 24, daytime: { from: 8, to: 20, zone: 'Europe/Berlin' } },
  },
  mail: { enabled: true, recipients: ['you@example.com'], is_set_up: true },
  chat: { enabled: true, kind: 'slack', masked_url: 'https://…' },
} as unknown as AlertSettings)
client.setQueryData(apiTokensOptions('s').queryKey, { items: [] })
client.setQueryData(endpointListOptions('s').queryKey, { items: [] })
client.setQueryData(peopleOptions('s').queryKey, { items: [] })
client.setQueryData(invitationsOptions('s').queryKey, { items: [] })
client.setQueryData(factorRuleOptions('s').queryKey, { version, roles: ['owner'], grace_days: 7 })
client.setQueryData(revealLimitOptions('s').queryKey, { version, per_hour: 60 })
client.setQueryData(appearanceOptions('s').queryKey, { version, public_name: 'Paper', logo: null })
client.setQueryData(retentionOptions('s').queryKey, { version, months: 24 })
client.setQueryData(connectionOptions('s').queryKey, {
  version,
  mode: 'live',
  archived: { at: '2026-11-20T00:00:00Z', by: null },
  gateway_url: 'https://gateway.example',
  apm_url: 'https://apm.example',
  checkout_url: 'https://checkout.example',
  secret_key: { last_four: 'abcd', set_by: null, set_at: '2026-11-01T00:00:00Z' },
  old_keys: [],
} as unknown as ShopConnection)
client.setQueryData(notificationSettingsOptions('s').queryKey, {
  version,
  public_key: 'key',
  networks: ['192.0.2.0/24'],
  network_is_enough: false,
  verification_policy: 'known',
  verification_endpoint: 'https://shop.example',
  verification_accepts_on_failure: true,
  payload_months: 24,
  personal_months: null,
  notification_url: 'https://here.example/n',
  verification_url: 'https://here.example/v',
  has_endpoint_secret: false,
  old_addresses: [],
} as unknown as NotificationSettings)
client.setQueryData(paymentSettingsOptions('s').queryKey, {
  version,
  support_checkouts: true,
  direct_tokenization: false,
  three_d_secure: true,
  checkout_query: false,
  transaction_query: false,
  checkout_attempts: 3,
  transaction_page: null,
})
client.setQueryData(pageDefaultsOptions('s').queryKey, { version, defaults: { language: 'de' } })
client.setQueryData(minorUnitsOptions('s').queryKey, { version, overrides: { EUR: 3 } })

function shown(
  page: ReactNode,
  { role = 'owner', isArchived = true }: { role?: Role; isArchived?: boolean } = {},
): string {
  return renderToString(
    <IntlProvider locale="en" messages={en} timeZone="UTC" now={new Date('2026-11-22T12:00:00Z')}>
      <QueryClientProvider client={client}>
        <CurrentRole value={{ role, allows: { hasSupportCheckouts: false, isArchived } }}>
          <NuqsTestingAdapter>{page}</NuqsTestingAdapter>
        </CurrentRole>
      </QueryClientProvider>
    </IntlProvider>,
  )
}

const pages: [name: string, page: ReactNode][] = [
  ['gateway', <GatewayPage key="" shop="s" liveShopName={null} />],
  ['appearance', <AppearancePage key="" shop="s" />],
  ['payments', <PaymentSettingsPage key="" shop="s" liveShopName={null} />],
  ['notifications', <NotificationSettingsPage key="" shop="s" mode="live" liveShopName={null} />],
  ['forwarding', <ForwardingPage key="" shop="s" isSandbox={false} liveShopName={null} />],
  ['alerts', <AlertsPage key="" shop="s" />],
  ['people', <PeoplePage key="" shop="s" shopName="Paper" />],
  ['API tokens', <TokensPage key="" shop="s" shopName="Paper" />],
  ['retention', <RetentionPage key="" shop="s" liveShopName={null} />],
]

it.each(pages)('says to an owner that the shop is archived: %s', (_name, page) => {
  const { archived } = en.frame.settings
  expect(shown(page)).toContain(archived)
  expect(shown(page, { isArchived: false })).not.toContain(archived)
  // Others cannot open the page that it names.
  expect(shown(page, { role: 'manager' })).not.toContain(archived)
})

it('does not lead to General on that page, which offers to use the shop again', () => {
  visited.path = '/shops/s/settings/general'
  const general = shown(<GeneralPage shop="s" />)
  visited.path = '/shops/s/settings'
  expect(general).not.toContain(en.frame.settings.archived)
  expect(general).toContain(en.shops.archive.takeBack)
})

/** Returns the fields of a page that can be changed. Its other buttons are tested in archived.test.tsx. */
const usableIn = (html: string): string[] =>
  [...html.matchAll(/<(?:input|textarea|select|button)\b[^>]*>/g)]
    .map(([control]) => control)
    .filter(
      (control) => !control.startsWith('<button') || /aria-haspopup="listbox"|aria-pressed=/.test(control),
    )
    .filter(
      (control) => !/ (?:disabled|readOnly|hidden)=""/.test(control) && !control.includes('type="hidden"'),
    )

it.each(pages)('lets nobody fill in what cannot be saved: %s', (_name, page) => {
  expect(usableIn(shown(page))).toEqual([])
})

it('finds the controls of forms', () => {
  const [gateway, , payments] = pages.map(([, page]) => usableIn(shown(page, { isArchived: false })))
  expect(gateway).toHaveLength(3)
  expect(payments?.length).toBeGreaterThan(20)
})

it('does not offer to clear what cannot be saved', () => {
  const { clear } = en.form.language
  const payments = <PaymentSettingsPage shop="s" liveShopName={null} />
  expect(shown(payments, { isArchived: false })).toContain(clear)
  expect(shown(payments)).not.toContain(clear)
})
