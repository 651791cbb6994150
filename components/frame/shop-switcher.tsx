'use client'
import { ChevronsUpDown } from 'lucide-react'
import { LazyMenu } from '../ui/lazy-menu'
import { ShopLine } from './shop-line'
import type { FrameShop } from './types'

interface ShopSwitcherProps {
  shop: FrameShop
  shops: readonly FrameShop[]
}

const boxClass =
  'mb-3 flex w-full items-center gap-2 rounded-md border bg-surface px-2.5 py-2 text-left shadow-card'
const loadMenu = () => import('./shop-menu')

/** The shop this page belongs to. With a single shop it says which; with several it is a menu. */
export function ShopSwitcher({ shop, shops }: ShopSwitcherProps) {
  if (shops.length < 2) {
    return (
      <div className={boxClass}>
        <ShopLine shop={shop} />
      </div>
    )
  }
  return (
    <LazyMenu
      load={loadMenu}
      menu={{ shopId: shop.id, shops }}
      className={`${boxClass} hover:border-border-strong`}
    >
      <ShopLine shop={shop} />
      <ChevronsUpDown aria-hidden size={15} className="shrink-0 text-muted" />
    </LazyMenu>
  )
}
