import type { Route } from 'next'

/** Sections of the back office; each has its words in `frame.nav` and its icon in `nav-list.tsx`. */
export type SectionKey = 'products' | 'notifications'

export interface NavItem {
  href: Route
  labelKey: SectionKey
  icon: SectionKey
  /** At the end of the line: a number, or words such as "3 new". */
  count?: string
}

export interface FrameShop {
  /** As in the address. */
  id: string
  name: string
  gateway_shop_id: number
  mode: 'sandbox' | 'live'
}

export interface FrameAccount {
  name: string
  email: string
  role: 'owner' | 'manager' | 'support'
}

export interface FrameHealth {
  state: 'ok' | 'down' | 'unknown'
  latency_ms: number | null
}

/** Something the palette leads to. */
export interface PaletteEntry {
  id: string
  label: string
  note?: string
  href: Route
}

export type PaletteSearch = (text: string, signal: AbortSignal) => Promise<readonly PaletteEntry[]>
