'use client'
import { Check } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { leave } from '../../form/drafts/leave-guard'
import type { OpenedMenuProps } from '../../ui/overlays/lazy-menu'
import { Menu, MenuItem } from '../../ui/overlays/menu'
import { lastPageOf } from './last-page'
import { ShopLine } from './shop-line'
import type { FrameShop } from '../types'

interface ShopMenuProps extends OpenedMenuProps {
  shopId: string
  shops: readonly FrameShop[]
}

export default function ShopMenu({ shopId, shops, opened }: ShopMenuProps) {
  const t = useTranslations('frame')
  const router = useRouter()
  return (
    <Menu
      aria-label={t('switchShop')}
      placement="bottom start"
      className="w-(--trigger-width)"
      opened={opened}
      onAction={(id) => leave(() => router.push(lastPageOf(String(id))))}
    >
      {shops.map((shop) => (
        <MenuItem
          key={shop.id}
          id={shop.id}
          textValue={shop.name}
          end={shop.id === shopId && <Check aria-hidden size={15} />}
        >
          <span className="flex items-center gap-2">
            <ShopLine shop={shop} />
          </span>
        </MenuItem>
      ))}
    </Menu>
  )
}
