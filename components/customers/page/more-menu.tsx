'use client'
import { Merge, UserRoundX } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { OpenedMenuProps } from '@/components/ui/lazy-menu'
import { Menu, MenuItem } from '@/components/ui/menu'

interface MoreMenuProps extends OpenedMenuProps {
  /** Null where it is not to be done. */
  onMerge: (() => void) | null
  onAnonymise: (() => void) | null
}

/** What is done with a customer now and then. Loaded on intent. */
export default function MoreMenu({ opened, onMerge, onAnonymise }: MoreMenuProps) {
  const t = useTranslations('customers')
  return (
    <Menu aria-label={t('page.more')} opened={opened}>
      {onMerge && (
        <MenuItem icon={<Merge aria-hidden size={15} />} onAction={onMerge}>
          {t('merging.with')}
        </MenuItem>
      )}
      {onAnonymise && (
        <MenuItem isDanger icon={<UserRoundX aria-hidden size={15} />} onAction={onAnonymise}>
          {t('anonymising.action')}
        </MenuItem>
      )}
    </Menu>
  )
}
