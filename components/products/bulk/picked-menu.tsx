'use client'
import { Download } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { OpenedMenuProps } from '@/components/ui/overlays/lazy-menu'
import { Menu, MenuItem } from '@/components/ui/overlays/menu'
import type { PickedAction } from './picked-actions'

interface PickedMenuProps extends OpenedMenuProps {
  actions: readonly PickedAction[]
  /** Absent if the selection cannot be exported. */
  onExport?: () => void
}

/** The selection's actions on narrow screens. Loaded on intent. */
export default function PickedMenu({ actions, onExport, opened }: PickedMenuProps) {
  const t = useTranslations()
  function act(key: string) {
    if (key === 'export') return onExport?.()
    actions.find(({ id }) => id === key)?.run()
  }
  return (
    <Menu
      aria-label={t('products.more')}
      opened={opened}
      placement="top end"
      onAction={(key) => act(String(key))}
    >
      {actions.map(({ id, label, icon: Icon }) => (
        <MenuItem key={id} id={id} icon={<Icon aria-hidden size={15} />}>
          {label}
        </MenuItem>
      ))}
      {onExport && (
        <MenuItem id="export" icon={<Download aria-hidden size={15} />}>
          {t('exports.export')}
        </MenuItem>
      )}
    </Menu>
  )
}
