'use client'
import { ChevronsUpDown } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { LogoImage } from '@/components/counterfoil/brand'
import { LazyMenu } from '@/components/ui/overlays/lazy-menu'
import { Logo } from '@/components/ui/logo'
import { AccountButton } from '../account/account-button'
import { NavList } from './nav-list'
import type { Theme } from '../account/theme'
import { ThemeToggle } from '../account/theme-toggle'
import type { FrameAccount, FrameShop } from '../types'
import type { Sections } from './sections'
import { logoAddress } from '@/lib/shops/client'
import { cx } from '../../ui/cx'
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
const loadMenu = lazyWithMessages(() => import('./shop-menu'))

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
      load={loadMenu}
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
