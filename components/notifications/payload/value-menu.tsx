'use client'
import { Copy, Route as Path } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useCopy } from '@/components/frame/use-copy'
import { type Json, stringOf } from '@/components/ui/text/json-text'
import type { OpenedMenuProps } from '@/components/ui/overlays/lazy-menu'
import { Menu, MenuItem } from '@/components/ui/overlays/menu'
import { visibleText } from '@/components/ui/text/visible-text'
import { pathText } from './path-text'

interface ValueMenuProps extends OpenedMenuProps {
  path: readonly (string | number)[]
  value: Json
}

/** Loaded on intent. */
export default function ValueMenu({ path, value, opened }: ValueMenuProps) {
  const t = useTranslations('notifications.payload')
  const copy = useCopy()
  return (
    <Menu aria-label={t('lineActions', { path: visibleText(pathText(path)) })} opened={opened}>
      <MenuItem
        icon={<Copy aria-hidden size={15} />}
        onAction={() => void copy(value.type === 'string' ? stringOf(value) : value.text)}
      >
        {t('copyValue')}
      </MenuItem>
      <MenuItem icon={<Path aria-hidden size={15} />} onAction={() => void copy(pathText(path))}>
        {t('copyPath')}
      </MenuItem>
    </Menu>
  )
}
