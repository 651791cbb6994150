'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Route } from 'next'
import { useLocale, useTranslations } from 'use-intl'
import { useCallback, type ReactNode, useLayoutEffect } from 'react'
import { ShieldAlert } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { ShopBrand } from '@/components/counterfoil/brand'
import { DrawnShape, type Shape } from '@/components/data-table/shape'
import { leave } from '@/components/form/drafts/leave-guards'
import { amountTextIn, MinorUnits } from '@/components/money/use-money'
import { SandboxOrigin } from '@/components/payment-links/link-view'
import { Session } from '@/components/session/session'
import { signOut } from '@/components/session/session-channel'
import { ChosenTimeZone, ShopTimeZone, useViewerTimeZone } from '@/components/time/clock'
import { dynamic } from '@/components/ui/dynamic'
import { toast } from '@/components/ui/overlays/toast-store'
import { canNow } from '@/lib/core/permissions'
import type { MinorUnitOverrides } from '@/lib/gateway/values/minor-units'
import { gatewayHealthOptions, logoAddress } from '@/lib/shops/client'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'
import { Link } from '@/components/ui/link'
import { formatDateTime, localTimeZone } from '@/lib/core/format/dates'
import { readAmountsWith } from '@/lib/core/client/shop-api'
import type { Theme } from './account/theme'
import { AppFrame } from './app-frame'
import { useNotedPage } from './navigation/last-visited'
import { sectionsOf } from './navigation/sections'
import type { FrameAccount, FrameShop, PaletteEntry, PaletteSearch } from './types'
import { LiveConnection, useLiveUpdates } from './use-live-updates'
import { CurrentRole } from './use-may'

interface ShopFrameProps {
  shop: FrameShop
  /** The name that customers know; null: none. */
  publicName: string | null
  shops: readonly FrameShop[]
  account: FrameAccount
  /** When the person will need a second factor that they lack; null: they need none. */
  factorDueAt: string | null
  hasSupportCheckouts: boolean
  /** The time zone that the person chose; null: that of the browser. */
  timeZone: string | null
  /** The time zone of the shop's figures; null: the viewer's. */
  shopTimeZone: string | null
  theme: Theme
  /** The origin of this host's sandbox; null in live shops. */
  sandboxOrigin: string | null
  /** The shop's own numbers of decimals per currency. */
  minorUnits: MinorUnitOverrides
  /** The list layout to render until the browser's width is known. */
  drawnShape: Shape
  children: ReactNode
}

const AccessEnded = dynamic(lazyWithMessages(() => import('@/components/session/access-ended')))

const loadSearch = () => import('./palette/palette-search')
const leaveSession = () => signOut().then(() => window.location.assign('/sign-in'))

const unknownHealth = { state: 'unknown', latency_ms: null } as const
const disconnected = { state: 'disconnected', latency_ms: null } as const

export function ShopFrame(props: ShopFrameProps) {
  const { shop, shops, account, timeZone, theme, minorUnits, sandboxOrigin, drawnShape, children } = props
  const { shopTimeZone } = props
  const allows = { hasSupportCheckouts: props.hasSupportCheckouts, isArchived: shop.isArchived }
  const brand = { name: props.publicName, logo: shop.logo && logoAddress(shop.id, shop.logo) }
  const t = useTranslations()
  const locale = useLocale()
  const { data: seen = unknownHealth } = useQuery(gatewayHealthOptions(shop.id))
  useNotedPage(shop.id, account.userId)
  const { isConnected, isAccessEnded } = useLiveUpdates(shop.id, account.userId)

  // Without a connection to this server, the last known health of the gateway is out of date.
  const health = isConnected === false ? disconnected : seen

  const base = `/shops/${shop.id}`
  const client = useQueryClient()
  const search = useCallback<PaletteSearch>(
    async (text) => {
      const amountText = amountTextIn(locale, minorUnits)
      const shopText = ({ name, mode }: FrameShop) => `${name} · ${t(`frame.shopMode.${mode}`)}`
      const others = shops.filter(({ id }) => id !== shop.id)
      const zone = shopTimeZone ? undefined : (timeZone ?? localTimeZone())
      const options = { sandbox: sandboxOrigin, zone, amountText, others, shopText }
      return (await loadSearch()).searchShops(client, shop, text, options)
    },
    [client, shop, shops, shopTimeZone, timeZone, sandboxOrigin, minorUnits, locale, t],
  )
  const sections = sectionsOf(base, account)
  const create: PaletteEntry[] = []
  if (canNow(allows, account, 'products.write'))
    create.push({ id: 'new-product', label: t('products.new'), href: `${base}/products/new` as Route })
  if (canNow(allows, account, 'checkouts.create'))
    create.push({ id: 'new-checkout', label: t('checkouts.new'), href: `${base}/checkouts/new` as Route })
  if (canNow(allows, account, 'customers.create'))
    create.push({ id: 'new-customer', label: t('customers.new'), href: `${base}/customers/new` as Route })
  if (account.mayAddShops) create.push({ id: 'add-shop', label: t('frame.addShop'), href: '/shops/new' })
  if (isAccessEnded) return <AccessEnded shop={shop.name} />
  return (
    <Session userId={account.userId} email={account.email}>
      <AppFrame
        shop={shop}
        shops={shops}
        sections={sections}
        account={account}
        health={shop.isArchived ? null : health}
        create={create}
        search={search}
        theme={theme}
        onSignOut={() =>
          leave(
            () =>
              void leaveSession().catch((error: unknown) =>
                toast(t('frame.signOutFailed'), 'bad', { error }),
              ),
          )
        }
      >
        <LiveConnection value={isConnected}>
          <CurrentRole value={{ role: account.role, allowances: account.allowances, allows }}>
            <ShopMoney shop={shop.id} overrides={minorUnits}>
              <SandboxOrigin value={sandboxOrigin}>
                <ChosenTimeZone value={timeZone}>
                  <ShopTimeZone value={shopTimeZone}>
                    <ShopBrand value={brand}>
                      {props.factorDueAt && <FactorNotice at={props.factorDueAt} />}
                      <DrawnShape value={drawnShape}>{children}</DrawnShape>
                    </ShopBrand>
                  </ShopTimeZone>
                </ChosenTimeZone>
              </SandboxOrigin>
            </ShopMoney>
          </CurrentRole>
        </LiveConnection>
      </AppFrame>
    </Session>
  )
}

/** Above each page, while there is still time to add the second factor that is asked for. */
function FactorNotice({ at }: { at: string }) {
  const t = useTranslations('frame.factor')
  const locale = useLocale()
  const timeZone = useViewerTimeZone()
  return (
    <section
      aria-label={t('label')}
      className="mb-3 flex flex-wrap items-center gap-x-2 gap-y-1 rounded-md border bg-surface px-3 py-2 text-md print:hidden"
    >
      <ShieldAlert aria-hidden size={16} className="shrink-0 text-muted" />
      <span suppressHydrationWarning>
        {t('text', { when: formatDateTime(new Date(at), timeZone, locale) })}
      </span>
      <Link href="/account" className="rounded-xs text-accent underline">
        {t('add')}
      </Link>
    </section>
  )
}

interface ShopMoneyProps {
  shop: string
  /** The shop's own numbers of decimals per currency. */
  overrides: MinorUnitOverrides
  children: ReactNode
}

/**
 * Gives the pages of a shop its decimals, and makes their requests name them. If the shop has others by now, the server
 * refuses amounts; the frame is then rendered again.
 */
function ShopMoney({ shop, overrides, children }: ShopMoneyProps) {
  const router = useRouter()
  // Before the effects of the page, which send its first requests.
  useLayoutEffect(
    () => readAmountsWith({ shop, overrides, onOutdated: () => router.refresh() }),
    [shop, overrides, router],
  )
  return <MinorUnits value={overrides}>{children}</MinorUnits>
}
