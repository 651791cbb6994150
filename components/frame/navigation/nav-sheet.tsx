'use client'
import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Drawer } from '../../ui/overlays/drawer'
import { Health } from '../health'
import { Sidebar, type SidebarProps } from './sidebar'
import type { FrameHealth } from '../types'

interface NavSheetProps extends SidebarProps {
  health: FrameHealth | null
  onOpenChange: (isOpen: boolean) => void
}

/** The sidebar on phones. Closes itself after a navigation. */
export default function NavSheet({ health, onOpenChange, ...side }: NavSheetProps) {
  const t = useTranslations()
  const path = usePathname()
  const openedAt = useRef(path)
  useEffect(() => {
    if (path !== openedAt.current) onOpenChange(false)
  }, [path, onOpenChange])
  return (
    <Drawer
      isOpen
      side="left"
      aria-label={t('frame.mainNavigation')}
      closeLabel={t('frame.closeMenu')}
      onOpenChange={onOpenChange}
    >
      <div className="flex h-full flex-col">
        <div className="min-h-0 flex-1">
          <Sidebar {...side} />
        </div>
        <Health health={health} className="border-t bg-bg px-5 py-3" />
      </div>
    </Drawer>
  )
}
