'use client'
import {
  Bell,
  BellRing,
  Box,
  Cable,
  CalendarX2,
  Coins,
  CreditCard,
  History,
  KeySquare,
  LayoutDashboard,
  ListChecks,
  Palette,
  Settings,
  Share2,
  ShoppingCart,
  SlidersHorizontal,
  Store,
  type LucideIcon,
  UserCog,
  Users,
  Webhook,
} from 'lucide-react'
import type { Route } from 'next'
import { useParams, usePathname } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { cx } from '../../ui/cx'
import { Link } from '../../ui/link'
import type { NavItem, SectionKey } from '../types'
import type { Sections } from './sections'

export const sectionIcons: Record<SectionKey, LucideIcon> = {
  overview: LayoutDashboard,
  payments: Coins,
  products: Box,
  checkouts: ShoppingCart,
  customers: Users,
  cardTokens: CreditCard,
  notifications: Bell,
  jobs: ListChecks,
  people: UserCog,
  apiTokens: KeySquare,
  paymentSettings: SlidersHorizontal,
  forwarding: Share2,
  retention: CalendarX2,
  alerts: BellRing,
  hooks: Webhook,
  appearance: Palette,
  activity: History,
  general: Store,
  gateway: Cable,
  settings: Settings,
}

export function NavList({ work, settings }: Sections) {
  const t = useTranslations('frame')
  const base = `/shops/${useParams<{ shop: string }>().shop}`
  return (
    <nav aria-label={t('mainNavigation')}>
      <ul className="flex flex-col gap-0.5">
        {work.map((item) => (
          <NavLink key={item.href} {...item} isRoot={item.href === base} />
        ))}
      </ul>
      {settings.length > 0 && (
        <ul className="mt-2 border-t pt-2.5">
          <NavLink href={`${base}/settings` as Route} section="settings" />
        </ul>
      )}
    </nav>
  )
}

/** `isRoot`: only the exact address counts as current, because other sections lie beneath it. */
export function NavLink({ href, section, isRoot = false }: NavItem & { isRoot?: boolean }) {
  const t = useTranslations('frame')
  const path = usePathname()
  const Icon = sectionIcons[section]
  const isHere = path === href || (!isRoot && path.startsWith(`${href}/`))
  return (
    <li>
      <Link
        href={href}
        aria-current={isHere ? 'page' : undefined}
        className={cx(
          'flex min-h-8 items-center gap-2.5 rounded-sm px-2 py-1.5 text-[0.84375rem] font-medium transition-colors max-md:min-h-10',
          isHere ? 'bg-accent-weak text-accent' : 'text-muted hover:bg-sunken hover:text-text',
        )}
      >
        <Icon aria-hidden size={17} strokeWidth={1.75} className="shrink-0" />
        {t(`nav.${section}`)}
      </Link>
    </li>
  )
}
