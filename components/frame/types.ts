import type { Route } from 'next'
import type { Payment } from '@/lib/payments/schema'
import type { LinkFault } from '@/lib/products/link-state'
import type { Rights } from '@/lib/core/permissions'
import type { GatewayHealth, ShopDetail } from '@/lib/core/shop'

/** Sections of daily work, and pages of the settings. Each has its words in `frame.nav`, its icon in `nav-list.tsx`. */
export type WorkKey =
  'overview' | 'payments' | 'products' | 'checkouts' | 'customers' | 'cardTokens' | 'notifications' | 'jobs'
export type SettingsKey =
  | 'general'
  | 'gateway'
  | 'paymentSettings'
  | 'hooks'
  | 'forwarding'
  | 'alerts'
  | 'people'
  | 'apiTokens'
  | 'retention'
  | 'appearance'
  | 'activity'
export type SectionKey = WorkKey | SettingsKey | 'settings'

export interface NavItem<Key extends SectionKey = SectionKey> {
  href: Route
  section: Key
}

export type FrameShop = Pick<ShopDetail, 'id' | 'name' | 'gateway_shop_id' | 'mode'> & {
  isArchived: boolean
  /** The hash of the logo; null: none. */
  logo: string | null
}

export interface FrameAccount extends Rights {
  isAdministrator: boolean
  mayAddShops: boolean
  userId: string
  name: string
  email: string
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
/** `fault`: why the link cannot be paid. `payment`: its state. `isSimilar`: the match is only approximate. */
export type FoundEntry = PaletteEntry & {
  kind: (typeof foundKinds)[number]
  fault?: LinkFault | null
  payment?: Pick<Payment, 'state' | 'test' | 'difference'>
  /** What the search matched that the label does not show. */
  matched?: string
  /** ISO 8601. */
  at?: string
  isSimilar: boolean
}

/** A list that has more matches than the palette shows. `total` null: not known exactly. */
export type FoundList = { kind: FoundEntry['kind']; href: Route; total: number | null }

/** `searched`: the shops that were searched, this one first. */
export type PaletteFound = {
  entries: readonly FoundEntry[]
  lists: readonly FoundList[]
  searched: readonly FrameShop[]
}
export type PaletteSearch = (text: string, signal: AbortSignal) => Promise<PaletteFound>
