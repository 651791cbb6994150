'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { LazyMenu } from '../../ui/overlays/lazy-menu'
import { applyTheme, type Theme, themeIcons } from './theme'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'

export type { Theme }

export interface ThemeToggleProps {
  /** From the cookie `theme`, which the layout also writes as `data-theme` on <html>. */
  theme: Theme
}

const loadMenu = lazyWithMessages(() => import('./theme-menu'))

export function ThemeToggle({ theme: initial }: ThemeToggleProps) {
  const t = useTranslations('frame.theme')
  const [theme, setTheme] = useState(initial)
  const Icon = themeIcons[theme]
  return (
    <LazyMenu
      load={loadMenu}
      menu={{
        theme,
        onChange: (next: Theme) => {
          setTheme(next)
          applyTheme(next)
        },
      }}
      aria-label={t('label')}
      className="grid size-8 shrink-0 place-items-center rounded-sm text-muted hover:bg-sunken hover:text-text"
    >
      <Icon aria-hidden size={16} />
    </LazyMenu>
  )
}
