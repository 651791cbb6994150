'use client'
import { Repeat2, Ticket } from 'lucide-react'
import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'
import type { OpenedMenuProps } from '@/components/ui/overlays/lazy-menu'
import { Menu, MenuItem } from '@/components/ui/overlays/menu'

interface MoreMenuProps extends OpenedMenuProps {
  another: Route
  onReissue: () => void
}

/** The page's buttons on narrow screens. Loaded on intent. */
export default function MoreMenu({ opened, another, onReissue }: MoreMenuProps) {
  const t = useTranslations('checkouts')
  const router = useRouter()
  return (
    <Menu aria-label={t('page.more')} opened={opened}>
      <MenuItem icon={<Ticket aria-hidden size={15} />} onAction={() => router.push(another)}>
        {t('another')}
      </MenuItem>
      <MenuItem icon={<Repeat2 aria-hidden size={15} />} onAction={onReissue}>
        {t('reissue')}
      </MenuItem>
    </Menu>
  )
}
