'use client'
import {
  Bell,
  BellRing,
  Box,
  Cable,
  CalendarX2,
  Coins,
  CreditCard,
  LayoutDashboard,
  ListChecks,
  Share2,
  ShoppingCart,
  SlidersHorizontal,
  Store,
  type LucideIcon,
  UserCog,
  Users,
  Webhook,
} from 'lucide-react'
import { usePathname } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { cx } from '../../ui/cx'
import { Link } from '../../ui/link'
import type { NavItem, SectionKey } from '../types'

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
  paymentSettings: SlidersHorizontal,
  forwarding: Share2,
  retention: CalendarX2,
  alerts: BellRing,
  hooks: Webhook,
  general: Store,
  gateway: Cable,
}

export function NavList({ items }: { items: readonly NavItem[] }) {
  const t = useTranslations('frame')
  const path = usePathname()
  return (
    <nav aria-label={t('mainNavigation')}>
      <ul className="flex flex-col gap-0.5">
        {items.map(({ href, section, isRoot, isApart }) => {
          const Icon = sectionIcons[section]
          const isHere = path === href || (!isRoot && path.startsWith(`${href}/`))
          return (
            <li key={href} className={cx(isApart && 'mt-2 border-t pt-2.5')}>
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
        })}
      </ul>
    </nav>
  )
}
