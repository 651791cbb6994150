'use client'
import { Archive, ArchiveRestore, Copy, Printer } from 'lucide-react'
import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { useShape } from '@/components/data-table/shape'
import type { OpenedMenuProps } from '@/components/ui/lazy-menu'
import { Menu, MenuItem } from '@/components/ui/menu'

interface MoreMenuProps extends OpenedMenuProps {
  /** Of the form for another one like it, which has a button where there is room. Absent: who looks may make none. */
  copyHref?: Route
  sheetHref: Route
  /** Absent: who looks may not. */
  archive?: { isArchived: boolean; toggle: () => void }
}

/** What is done with a product now and then. Loaded on intent. */
export default function MoreMenu({ opened, copyHref, sheetHref, archive }: MoreMenuProps) {
  const t = useTranslations('products.page')
  const router = useRouter()
  const isPhone = useShape() === 'cards'
  const Icon = archive?.isArchived ? ArchiveRestore : Archive
  return (
    <Menu aria-label={t('more')} opened={opened}>
      {isPhone && copyHref && (
        <MenuItem icon={<Copy aria-hidden size={15} />} onAction={() => router.push(copyHref)}>
          {t('duplicate')}
        </MenuItem>
      )}
      <MenuItem onAction={() => router.push(sheetHref)} icon={<Printer aria-hidden size={15} />}>
        {t('printSheet')}
      </MenuItem>
      {archive && (
        <MenuItem onAction={archive.toggle} icon={<Icon aria-hidden size={15} />}>
          {t(archive.isArchived ? 'restore' : 'archive')}
        </MenuItem>
      )}
    </Menu>
  )
}
