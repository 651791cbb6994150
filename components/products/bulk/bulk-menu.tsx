'use client'
import {
  CalendarClock,
  CircleCheck,
  FlaskConical,
  type LucideIcon,
  PackageOpen,
  Percent,
  Tag,
} from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { OpenedMenuProps } from '@/components/ui/overlays/lazy-menu'
import { Menu, MenuItem } from '@/components/ui/overlays/menu'
import { type ChangeKind, changeKinds, loadBulkDialog } from './kinds'

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
export default function BulkMenu({ onChoose, opened }: BulkMenuProps) {
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
