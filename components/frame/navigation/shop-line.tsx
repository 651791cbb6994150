'use client'
import { useTranslations } from 'use-intl'
import { LogoImage } from '@/components/counterfoil/brand'
import { logoAddress } from '@/lib/shops/client'
import { cx } from '../../ui/cx'
import type { FrameShop } from '../types'

const modeColors = { sandbox: 'bg-sandbox', test: 'bg-info', live: 'bg-accent' } as const

export function ShopLine({ shop }: { shop: FrameShop }) {
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
