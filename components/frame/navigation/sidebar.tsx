'use client'
import { ChevronsUpDown } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { LazyMenu } from '@/components/ui/overlays/lazy-menu'
import { Logo } from '@/components/ui/logo'
import { AccountButton } from '../account/account-button'
import { NavList } from './nav-list'
import { ShopLine } from './shop-line'
import type { Theme } from '../account/theme'
import { ThemeToggle } from '../account/theme-toggle'
import type { FrameAccount, FrameShop } from '../types'
import type { Sections } from './sections'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'

export interface SidebarProps {
  shop: FrameShop
  shops: readonly FrameShop[]
  sections: Sections
  account: FrameAccount
  theme: Theme
  onSignOut: () => void
}

/** Shows the shop, the sections and the account. Also used in the sheet on phones. */
export function Sidebar({ shop, shops, sections, account, theme, onSignOut }: SidebarProps) {
  const t = useTranslations('common')
  return (
    <div className="flex h-full flex-col overflow-y-auto bg-bg px-3 pt-3.5 pb-3">
      <div className="flex items-center gap-2.5 px-2 pt-1 pb-3 text-lg font-[650] tracking-[-0.01em]">
        <Logo className="text-accent" />
        {t('appName')}
      </div>
      <ShopSwitcher shop={shop} shops={shops} mayAddShops={account.mayAddShops} />
      <NavList {...sections} />
      <div className="mt-auto flex items-center gap-1 pt-4">
        <AccountButton account={account} onSignOut={onSignOut} />
        <ThemeToggle theme={theme} />
      </div>
    </div>
  )
}

interface ShopSwitcherProps {
  shop: FrameShop
  shops: readonly FrameShop[]
  mayAddShops: boolean
}

const boxClass =
  'mb-3 flex w-full items-center gap-2 rounded-md border bg-surface px-2.5 py-2 text-start shadow-card'
const loadMenu = lazyWithMessages(() => import('./shop-menu'))

/** Shows the current shop. With another shop, or where one may be added, it is a menu. */
function ShopSwitcher({ shop, shops, mayAddShops }: ShopSwitcherProps) {
  if (shops.length < 2 && !mayAddShops) {
    return (
      <div className={boxClass}>
        <ShopLine shop={shop} />
      </div>
    )
  }
  return (
    <LazyMenu
      load={loadMenu}
      menu={{ shopId: shop.id, shops, mayAddShops }}
      className={`${boxClass} hover:border-border-strong`}
    >
      <ShopLine shop={shop} />
      <ChevronsUpDown aria-hidden size={15} className="shrink-0 text-muted" />
    </LazyMenu>
  )
}
