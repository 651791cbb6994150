'use client'
import { Menu, Search } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { IconButton } from '../ui/icon-button'
import { Kbd } from '../ui/kbd'
import { useModKey } from '../ui/mod-key'
import { Health } from './health'
import { loadPalette, loadSheet } from './lazy'
import type { FrameHealth } from './types'

interface TopBarProps {
  health: FrameHealth
  onSearch: () => void
  onMenu: () => void
}

/** On a phone: menu, the page's heading (placed here by PageHeader), search. */
export function TopBar({ health, onSearch, onMenu }: TopBarProps) {
  const t = useTranslations('frame')
  const mod = useModKey()
  return (
    <header className="flex min-h-[52px] items-center gap-3 border-b bg-surface px-6 py-2 max-md:min-h-12 max-md:px-2 max-md:py-1.5 print:hidden">
      <IconButton
        className="md:hidden"
        label={t('openMenu')}
        tooltip={false}
        icon={<Menu aria-hidden size={19} />}
        onHoverStart={() => void loadSheet()}
        onPress={onMenu}
      />
      <button
        type="button"
        aria-keyshortcuts="Meta+K Control+K"
        onClick={onSearch}
        onPointerEnter={() => void loadPalette()}
        onFocus={() => void loadPalette()}
        className="flex min-h-8 w-full max-w-[460px] items-center gap-2 rounded-sm border bg-sunken px-2.5 text-md text-faint transition-colors hover:border-border-strong max-md:hidden"
      >
        <Search aria-hidden size={15} className="shrink-0" />
        <span className="truncate">{t('findPlaceholder')}</span>
        <Kbd className="ml-auto">{mod}K</Kbd>
      </button>
      <IconButton
        className="mr-(--bar-end) ml-auto md:hidden"
        label={t('search')}
        tooltip={false}
        icon={<Search aria-hidden size={18} />}
        onHoverStart={() => void loadPalette()}
        onPress={onSearch}
      />
      <Health health={health} className="ml-auto max-md:hidden" />
    </header>
  )
}
