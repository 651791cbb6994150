import type { Route } from 'next'
import type { LinkFault } from '@/lib/products/link-state'
import type { Role } from '@/lib/core/permissions'
import type { GatewayHealth, ShopDetail } from '@/lib/core/shop'

/** Sections of the back office. Each has its words in `frame.nav` and its icon in `nav-list.tsx`. */
export type SectionKey =
  | 'overview'
  | 'payments'
  | 'products'
  | 'checkouts'
  | 'customers'
  | 'cardTokens'
  | 'notifications'
  | 'jobs'
  | 'people'
  | 'paymentSettings'
  | 'forwarding'
  | 'retention'
  | 'alerts'
  | 'hooks'
  | 'general'
  | 'gateway'

export interface NavItem {
  href: Route
  section: SectionKey
  /** Whether only the exact URL counts as current, because other sections lie beneath it. */
  isRoot?: boolean
  /** Whether the entry is set apart: administration, not daily work. */
  isApart?: boolean
}

export type FrameShop = Pick<ShopDetail, 'id' | 'name' | 'gateway_shop_id' | 'mode'>

export interface FrameAccount {
  isAdministrator: boolean
  name: string
  email: string
  role: Role
}

/** `disconnected` means that the browser cannot reach this server, so the gateway's state is unknown. */
export type FrameHealth = {
  state: GatewayHealth['state'] | 'disconnected'
  latency_ms: GatewayHealth['latency_ms']
}

export interface PaletteEntry {
  id: string
  label: string
  note?: string
  href: Route
}

export const foundKinds = ['payments', 'products', 'checkouts', 'customers', 'notifications'] as const
/** `fault`: why the link cannot be paid. `isSimilar`: the match is only approximate. */
export type FoundEntry = PaletteEntry & {
  kind: (typeof foundKinds)[number]
  fault?: LinkFault | null
  isSimilar: boolean
}

export type PaletteSearch = (text: string, signal: AbortSignal) => Promise<readonly FoundEntry[]>
