'use client'
import { Copy, Download, Pause as PauseIcon, Play, Send } from 'lucide-react'
import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { useCopy } from '@/components/frame/use-copy'
import type { OpenedMenuProps } from '@/components/ui/overlays/lazy-menu'
import { Menu, MenuItem } from '@/components/ui/overlays/menu'
import type { Pause } from './use-pause'

interface ListMenuProps extends OpenedMenuProps {
  pause: Pause
  /** Absent, like the next two, if the action is not permitted or has no use. */
  address?: string
  samplesHref?: Route
  onExport?: () => void
}

/** The list's buttons on phones. Loaded on intent. */
export default function ListMenu({ opened, pause, address, samplesHref, onExport }: ListMenuProps) {
  const t = useTranslations()
  const router = useRouter()
  const copy = useCopy()
  const { isPaused } = pause
  const Icon = isPaused ? Play : PauseIcon
  return (
    <Menu aria-label={t('notifications.more')} opened={opened}>
      <MenuItem icon={<Icon aria-hidden size={15} />} onAction={isPaused ? pause.resume : pause.pause}>
        {t(isPaused ? 'notifications.live.resume' : 'notifications.live.pause')}
      </MenuItem>
      {samplesHref && (
        <MenuItem icon={<Send aria-hidden size={15} />} onAction={() => router.push(samplesHref)}>
          {t('notifications.samples')}
        </MenuItem>
      )}
      {address && (
        <MenuItem icon={<Copy aria-hidden size={15} />} onAction={() => void copy(address)}>
          {t('notifications.copyAddress')}
        </MenuItem>
      )}
      {onExport && (
        <MenuItem icon={<Download aria-hidden size={15} />} onAction={onExport}>
          {t('exports.export')}
        </MenuItem>
      )}
    </Menu>
  )
}
