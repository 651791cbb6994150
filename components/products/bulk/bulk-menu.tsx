'use client'
import {
  Archive,
  ArchiveRestore,
  CalendarClock,
  CircleCheck,
  FlaskConical,
  type LucideIcon,
  PackageOpen,
  Percent,
  Tag,
} from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { OpenedMenuProps } from '@/components/ui/lazy-menu'
import { Menu, MenuItem } from '@/components/ui/menu'
import { type BulkKind, bulkKinds, loadBulkDialog } from './kinds'

interface BulkMenuProps extends OpenedMenuProps {
  kinds: readonly BulkKind[]
  onChoose: (kind: BulkKind) => void
}

const icons: Record<BulkKind, LucideIcon> = {
  set_price: Tag,
  change_price: Percent,
  set_quantity: PackageOpen,
  extend_expiry: CalendarClock,
  makeTest: FlaskConical,
  makeReal: CircleCheck,
  archive: Archive,
  restore: ArchiveRestore,
}

/** What can be changed on all that is selected. Loaded on intent. */
export default function BulkMenu({ kinds, onChoose, opened }: BulkMenuProps) {
  const t = useTranslations('bulk')
  void loadBulkDialog()
  return (
    <Menu
      aria-label={t('menu')}
      opened={opened}
      placement="top start"
      onAction={(key) => {
        const kind = bulkKinds.find((one) => one === key)
        if (kind) onChoose(kind)
      }}
    >
      {kinds.map((kind) => {
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
