'use client'
import { useTranslations } from 'use-intl'
import { Logo } from '../ui/logo'
import { AccountButton } from './account-button'
import { NavList } from './nav-list'
import { ShopSwitcher } from './shop-switcher'
import type { Theme } from './theme'
import { ThemeToggle } from './theme-toggle'
import type { FrameAccount, FrameShop, NavItem } from './types'

export interface SidebarProps {
  shop: FrameShop
  shops: readonly FrameShop[]
  nav: readonly NavItem[]
  account: FrameAccount
  theme: Theme
  onSignOut: () => void
}

/** Shop, sections, account. The same in the sheet of a phone. */
export function Sidebar({ shop, shops, nav, account, theme, onSignOut }: SidebarProps) {
  const t = useTranslations('common')
  return (
    <div className="flex h-full flex-col overflow-y-auto bg-bg px-3 pt-3.5 pb-3">
      <div className="flex items-center gap-2.5 px-2 pt-1 pb-3 text-lg font-[650] tracking-[-0.01em]">
        <Logo className="text-accent" />
        {t('appName')}
      </div>
      <ShopSwitcher shop={shop} shops={shops} />
      <NavList items={nav} />
      <div className="mt-auto flex items-center gap-1 pt-4">
        <AccountButton account={account} onSignOut={onSignOut} />
        <ThemeToggle theme={theme} />
      </div>
    </div>
  )
}
