'use client'
import { ChevronsUpDown } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useState } from 'react'
import { LogoImage } from '@/components/counterfoil/brand'
import { LazyMenu } from '@/components/ui/overlays/lazy-menu'
import { Logo } from '@/components/ui/logo'
import { logoAddress } from '@/lib/shops/client'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'
import { type Theme, applyTheme, themeIcons } from '../account/theme'
import type { FrameAccount, FrameShop } from '../types'
import { cx } from '../../ui/cx'
import { initials } from '../account/initials'
import { NavList } from './nav-list'
import type { Sections } from './sections'

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
        <Logo />
        {t('appName')}
      </div>
      <ShopSwitcher shop={shop} shops={shops} account={account} />
      <NavList {...sections} />
      <div className="mt-auto flex items-center gap-1 pt-4">
        <AccountButton account={account} onSignOut={onSignOut} />
        <ThemeToggle theme={theme} />
      </div>
    </div>
  )
}

type ShopSwitcherProps = Pick<SidebarProps, 'shop' | 'shops' | 'account'>

const boxClass =
  'mb-3 flex w-full items-center gap-2 rounded-md border bg-surface px-2.5 py-2 text-start shadow-card'
const loadShopMenu = lazyWithMessages(() => import('./shop-menu'))

/** Shows the current shop. With another shop, or where one may be added, it is a menu. */
function ShopSwitcher({ shop, shops, account: { userId, mayAddShops } }: ShopSwitcherProps) {
  if (shops.length < 2 && !mayAddShops) {
    return (
      <div className={boxClass}>
        <ShopLine shop={shop} />
      </div>
    )
  }
  return (
    <LazyMenu
      load={loadShopMenu}
      menu={{ shopId: shop.id, shops, userId, mayAddShops }}
      className={`${boxClass} hover:border-border-strong`}
    >
      <ShopLine shop={shop} />
      <ChevronsUpDown aria-hidden size={15} className="shrink-0 text-muted" />
    </LazyMenu>
  )
}

const modeColors = { sandbox: 'bg-sandbox', test: 'bg-info', live: 'bg-accent' } as const

function ShopLine({ shop }: { shop: FrameShop }) {
  const t = useTranslations('frame')
  return (
    <>
      <span
        aria-hidden
        className={cx('size-2 shrink-0 rounded-[2px]', shop.isArchived ? 'bg-faint' : modeColors[shop.mode])}
      />
      {shop.logo !== null && (
        <LogoImage address={logoAddress(shop.id, shop.logo)} className="h-6 max-w-10 shrink-0" />
      )}
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block truncate text-md leading-[17px] font-[550]">
          {shop.name}
        </span>
        <span className="block truncate text-2xs leading-[15px] text-muted">
          {t('shopLine', {
            id: String(shop.gateway_shop_id),
            mode: t(`shopMode.${shop.isArchived ? 'archived' : shop.mode}`),
          })}
        </span>
      </span>
    </>
  )
}

interface AccountButtonProps {
  account: FrameAccount
  onSignOut: () => void
}

const loadAccountMenu = lazyWithMessages(() => import('../account/menus').then((m) => m.AccountMenu))

function AccountButton({ account, onSignOut }: AccountButtonProps) {
  const t = useTranslations('auth')
  const role = t(`role.${account.role}`)
  // If the name equals the role's name, show the e-mail address instead.
  const name = account.name === role ? account.email : account.name
  return (
    <LazyMenu
      load={loadAccountMenu}
      menu={{ ...account, onSignOut }}
      className="flex min-h-10 min-w-0 flex-1 items-center gap-2.5 rounded-sm px-2 text-start text-sm text-muted hover:bg-sunken"
    >
      <span
        aria-hidden
        className="grid size-[26px] shrink-0 place-items-center rounded-full bg-accent text-2xs font-semibold text-on-accent"
      >
        {initials(account.name || account.email)}
      </span>
      <span className="min-w-0">
        {name && (
          <span dir="auto" className="block truncate text-text">
            {name}
          </span>
        )}
        <span className="block truncate">{role}</span>
      </span>
    </LazyMenu>
  )
}

interface ThemeToggleProps {
  /** From the cookie `theme`, which the layout also writes as `data-theme` on <html>. */
  theme: Theme
}

const loadThemeMenu = lazyWithMessages(() => import('../account/menus').then((m) => m.ThemeMenu))

function ThemeToggle({ theme: initial }: ThemeToggleProps) {
  const t = useTranslations('frame.theme')
  const [theme, setTheme] = useState(initial)
  const Icon = themeIcons[theme]
  return (
    <LazyMenu
      load={loadThemeMenu}
      menu={{
        theme,
        onChange: (next: Theme) => {
          setTheme(next)
          applyTheme(next)
        },
      }}
      aria-label={t('label')}
      className="grid size-8 shrink-0 place-items-center rounded-sm text-muted hover:bg-sunken hover:text-text"
    >
      <Icon aria-hidden size={16} />
    </LazyMenu>
  )
}
