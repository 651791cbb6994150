'use client'
import { useQuery } from '@tanstack/react-query'
import type { Route } from 'next'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { MinorUnitOverrides } from '@/lib/gateway/minor-units'
import { DrawnShape, type Shape } from '../data-table/shape'
import { MinorUnits } from '../money/use-money'
import { may } from '@/lib/contracts/permissions'
import { gatewayHealthOptions } from '@/lib/queries/shop'
import { leave } from '../form/leave-guard'
import { toast } from '../ui/toast-store'
import { AppFrame } from './app-frame'
import type { Theme } from './theme-toggle'
import type { FrameAccount, FrameShop, NavItem, PaletteEntry } from './types'
import { CurrentRole } from './use-may'
import { LiveConnection, useLiveUpdates } from './use-live-updates'
import { usePaletteSearch } from './use-palette-search'

export interface ShopFrameProps {
  shop: FrameShop
  shops: readonly FrameShop[]
  account: FrameAccount
  theme: Theme
  /** The shop's own numbers of decimals. */
  minorUnits: MinorUnitOverrides
  /** What lists are drawn as before the browser says how wide it is. */
  drawnShape: Shape
  children: ReactNode
}

/** Only who signs out needs next-auth's client. */
async function signOut(): Promise<void> {
  const auth = await import('next-auth/react')
  await auth.signOut({ callbackUrl: '/sign-in' })
}

const unknownHealth = { state: 'unknown', latency_ms: null } as const

/** The frame of a shop's pages, joined to its data: health, live events, search, and what the role may do. */
export function ShopFrame({ shop, shops, account, theme, minorUnits, drawnShape, children }: ShopFrameProps) {
  const t = useTranslations()
  const { data: health = unknownHealth } = useQuery(gatewayHealthOptions(shop.id))
  const connected = useLiveUpdates(shop.id)

  const base = `/shops/${shop.id}`
  const search = usePaletteSearch(shop.id)
  const nav: NavItem[] = []
  if (may(account.role, 'products.read')) {
    nav.push({ href: base as Route, section: 'overview', isRoot: true })
    nav.push({ href: `${base}/products` as Route, section: 'products' })
  }
  if (may(account.role, 'customers.read')) {
    nav.push({ href: `${base}/customers` as Route, section: 'customers' })
  }
  if (may(account.role, 'notifications.read')) {
    nav.push({ href: `${base}/notifications` as Route, section: 'notifications' })
  }
  if (may(account.role, 'jobs.read')) nav.push({ href: `${base}/jobs` as Route, section: 'jobs' })
  if (may(account.role, 'people.manage')) {
    nav.push({ href: `${base}/settings/people` as Route, section: 'people', isApart: true })
  }
  if (may(account.role, 'retention.manage')) {
    nav.push({ href: `${base}/settings/retention` as Route, section: 'retention' })
  }
  const create: PaletteEntry[] = []
  if (may(account.role, 'products.write'))
    create.push({ id: 'new-product', label: t('products.new'), href: `${base}/products/new` as Route })
  if (may(account.role, 'customers.create'))
    create.push({ id: 'new-customer', label: t('customers.new'), href: `${base}/customers/new` as Route })
  return (
    <AppFrame
      shop={shop}
      shops={shops}
      nav={nav}
      account={account}
      health={health}
      create={create}
      search={search}
      theme={theme}
      onSignOut={() => leave(() => void signOut().catch(() => toast(t('frame.signOutFailed'), 'bad')))}
    >
      <LiveConnection value={connected}>
        <CurrentRole value={account.role}>
          <MinorUnits value={minorUnits}>
            <DrawnShape value={drawnShape}>{children}</DrawnShape>
          </MinorUnits>
        </CurrentRole>
      </LiveConnection>
    </AppFrame>
  )
}
