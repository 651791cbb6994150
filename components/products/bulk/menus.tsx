'use client'
import {
  CalendarClock,
  CircleCheck,
  FlaskConical,
  type LucideIcon,
  PackageOpen,
  Percent,
  Tag,
  Download,
} from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { OpenedMenuProps } from '@/components/ui/overlays/lazy-menu'
import { Menu, MenuItem } from '@/components/ui/overlays/menu'
import { type ChangeKind, changeKinds, loadBulkDialog } from './kinds'
import type { PickedAction } from './picked-actions'

interface BulkMenuProps extends OpenedMenuProps {
  onChoose: (kind: ChangeKind) => void
}

const icons: Record<ChangeKind, LucideIcon> = {
  set_price: Tag,
  change_price: Percent,
  set_quantity: PackageOpen,
  extend_expiry: CalendarClock,
  makeTest: FlaskConical,
  makeReal: CircleCheck,
}

/** Loaded on intent. */
export function BulkMenu({ onChoose, opened }: BulkMenuProps) {
  const t = useTranslations('bulk')
  void loadBulkDialog()
  return (
    <Menu
      aria-label={t('menu')}
      opened={opened}
      placement="top start"
      onAction={(key) => {
        const kind = changeKinds.find((one) => one === key)
        if (kind) onChoose(kind)
      }}
    >
      {changeKinds.map((kind) => {
        const Icon = icons[kind]
        return (
          <MenuItem key={kind} id={kind} icon={<Icon aria-hidden size={15} />}>
            {t(kind)}
          </MenuItem>
        )
      })}
    </Menu>
  )
}

interface PickedMenuProps extends OpenedMenuProps {
  actions: readonly PickedAction[]
  /** Absent if the selection cannot be exported. */
  onExport?: () => void
}

/** The selection's actions on narrow screens. Loaded on intent. */
export function PickedMenu({ actions, onExport, opened }: PickedMenuProps) {
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
