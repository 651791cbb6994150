'use client'
import { RotateCcw, SquareTerminal } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useCopy } from '@/components/frame/use-copy'
import type { OpenedMenuProps } from '@/components/ui/overlays/lazy-menu'
import { Menu, MenuItem } from '@/components/ui/overlays/menu'

interface MoreMenuProps extends OpenedMenuProps {
  /** Null, like `onReplay`, if the action is not available. */
  command: string | null
  curlLabel: string
  onReplay: (() => void) | null
}

/** The page's buttons on narrow screens. Loaded on intent. */
export default function MoreMenu({ opened, command, curlLabel, onReplay }: MoreMenuProps) {
  const t = useTranslations('notifications')
  const copy = useCopy()
  return (
    <Menu aria-label={t('more')} opened={opened}>
      {onReplay && (
        <MenuItem icon={<RotateCcw aria-hidden size={15} />} onAction={onReplay}>
          {t('replay')}
        </MenuItem>
      )}
      {command !== null && (
        <MenuItem icon={<SquareTerminal aria-hidden size={15} />} onAction={() => void copy(command)}>
          {curlLabel}
        </MenuItem>
      )}
    </Menu>
  )
}
