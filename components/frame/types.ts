import type { Route } from 'next'
import type { LinkFault } from '@/lib/products/link-state'
import type { Role } from '@/lib/core/permissions'
import type { GatewayHealth, ShopDetail } from '@/lib/core/shop'

/** Sections of the back office; each has its words in `frame.nav` and its icon in `nav-list.tsx`. */
export type SectionKey =
  | 'overview'
  | 'products'
  | 'checkouts'
  | 'customers'
  | 'cardTokens'
  | 'notifications'
  | 'jobs'
  | 'people'
  | 'payments'
  | 'forwarding'
  | 'retention'
  | 'alerts'
  | 'hooks'

export interface NavItem {
  href: Route
  section: SectionKey
  /** Other sections lie under its address, so that only the address itself is it. */
  isRoot?: boolean
  /** Under a line: not what is worked with, but who works and how. */
  isApart?: boolean
}

export type FrameShop = Pick<ShopDetail, 'id' | 'name' | 'gateway_shop_id' | 'mode'>

export interface FrameAccount {
  name: string
  email: string
  role: Role
}

/** `disconnected`: the browser does not reach this server, so nothing is known of the gateway. */
export type FrameHealth = {
  state: GatewayHealth['state'] | 'disconnected'
  latency_ms: GatewayHealth['latency_ms']
}

/** Something the palette leads to. */
export interface PaletteEntry {
  id: string
  label: string
  note?: string
  href: Route
}

/** What the search can find. */
export const foundKinds = ['products', 'checkouts', 'customers', 'notifications'] as const
/** `fault`: why its link cannot be paid. `isSimilar`: it does not have all that was typed. */
export type FoundEntry = PaletteEntry & {
  kind: (typeof foundKinds)[number]
  fault?: LinkFault | null
  isSimilar: boolean
}

export type PaletteSearch = (text: string, signal: AbortSignal) => Promise<readonly FoundEntry[]>
