'use client'
import { Archive, ArchiveRestore, Printer } from 'lucide-react'
import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'
import type { OpenedMenuProps } from '@/components/ui/lazy-menu'
import { Menu, MenuItem } from '@/components/ui/menu'

interface MoreMenuProps extends OpenedMenuProps {
  sheetHref: Route
  /** Absent: who looks may not. */
  archive?: { isArchived: boolean; toggle: () => void }
}

/** What is done with a product now and then. Loaded on intent. */
export default function MoreMenu({ opened, sheetHref, archive }: MoreMenuProps) {
  const t = useTranslations('products.page')
  const router = useRouter()
  const Icon = archive?.isArchived ? ArchiveRestore : Archive
  return (
    <Menu
      aria-label={t('more')}
      opened={opened}
      onAction={(key) => (key === 'archive' ? archive?.toggle() : router.push(sheetHref))}
    >
      <MenuItem id="print" icon={<Printer aria-hidden size={15} />}>
        {t('printSheet')}
      </MenuItem>
      {archive && (
        <MenuItem id="archive" icon={<Icon aria-hidden size={15} />}>
          {t(archive.isArchived ? 'restore' : 'archive')}
        </MenuItem>
      )}
    </Menu>
  )
}
