'use client'
import { Check } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { OpenedMenuProps } from '../../ui/overlays/lazy-menu'
import { Menu, MenuItem } from '../../ui/overlays/menu'
import { type Theme, themeIcons, themes } from './theme'

interface ThemeMenuProps extends OpenedMenuProps {
  theme: Theme
  onChange: (theme: Theme) => void
}

export default function ThemeMenu({ theme, onChange, opened }: ThemeMenuProps) {
  const t = useTranslations('frame.theme')
  return (
    <Menu
      aria-label={t('label')}
      placement="top end"
      opened={opened}
      onAction={(key) => {
        const chosen = themes.find((entry) => entry === key)
        if (chosen) onChange(chosen)
      }}
    >
      {themes.map((entry) => {
        const Icon = themeIcons[entry]
        return (
          <MenuItem
            key={entry}
            id={entry}
            icon={<Icon aria-hidden size={15} />}
            end={entry === theme && <Check aria-hidden size={15} />}
          >
            {t(entry)}
          </MenuItem>
        )
      })}
    </Menu>
  )
}
