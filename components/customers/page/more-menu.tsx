'use client'
import { Copy, Merge, UserRoundX } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useShape } from '@/components/data-table/shape'
import { useCopy } from '@/components/frame/use-copy'
import type { OpenedMenuProps } from '@/components/ui/overlays/lazy-menu'
import { Menu, MenuItem } from '@/components/ui/overlays/menu'

interface MoreMenuProps extends OpenedMenuProps {
  /** The text to copy; the page has a button for it where there is room. A null action is not offered. */
  summary: string | null
  onMerge: (() => void) | null
  onAnonymise: (() => void) | null
}

/** Rare actions on a customer. Loaded on intent. */
export default function MoreMenu({ opened, summary, onMerge, onAnonymise }: MoreMenuProps) {
  const t = useTranslations('customers')
  const isPhone = useShape() === 'cards'
  const copy = useCopy()
  return (
    <Menu aria-label={t('page.more')} opened={opened}>
      {isPhone && summary !== null && (
        <MenuItem icon={<Copy aria-hidden size={15} />} onAction={() => void copy(summary)}>
          {t('page.copySummary')}
        </MenuItem>
      )}
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
