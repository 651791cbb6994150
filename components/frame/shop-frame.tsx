'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Route } from 'next'
import { useCallback, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { MinorUnitOverrides } from '@/lib/gateway/minor-units'
import { DrawnShape, type Shape } from '../data-table/shape'
import { MinorUnits } from '../money/use-money'
import { may, mayIn, type ShopAllowances } from '@/lib/contracts/permissions'
import { gatewayHealthOptions } from '@/lib/queries/shop'
import { leave } from '../form/leave-guard'
import { toast } from '../ui/toast-store'
import { AppFrame } from './app-frame'
import { loadSearch } from './lazy'
import { navOf } from './nav-of'
import type { Theme } from './theme-toggle'
import type { FrameAccount, FrameShop, PaletteEntry, PaletteSearch } from './types'
import { CurrentRole } from './use-may'
import { LiveConnection, useLiveUpdates } from './use-live-updates'

export interface ShopFrameProps {
  shop: FrameShop
  shops: readonly FrameShop[]
  account: FrameAccount
  allows: ShopAllowances
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
export function ShopFrame(props: ShopFrameProps) {
  const { shop, shops, account, allows, theme, minorUnits, drawnShape, children } = props
  const t = useTranslations()
  const { data: health = unknownHealth } = useQuery(gatewayHealthOptions(shop.id))
  const connected = useLiveUpdates(shop.id)

  const base = `/shops/${shop.id}`
  const client = useQueryClient()
  const search = useCallback<PaletteSearch>(
    async (text) => (await loadSearch()).searchShop(client, shop.id, text),
    [client, shop.id],
  )
  const nav = navOf(base, account.role)
  const create: PaletteEntry[] = []
  if (may(account.role, 'products.write'))
    create.push({ id: 'new-product', label: t('products.new'), href: `${base}/products/new` as Route })
  if (mayIn(allows, account.role, 'checkouts.create'))
    create.push({ id: 'new-checkout', label: t('checkouts.new'), href: `${base}/checkouts/new` as Route })
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
        <CurrentRole value={{ role: account.role, allows }}>
          <MinorUnits value={minorUnits}>
            <DrawnShape value={drawnShape}>{children}</DrawnShape>
          </MinorUnits>
        </CurrentRole>
      </LiveConnection>
    </AppFrame>
  )
}
