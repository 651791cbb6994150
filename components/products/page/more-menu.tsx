'use client'
import { Archive, ArchiveRestore, Copy, Printer } from 'lucide-react'
import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { useShape } from '@/components/data-table/shape'
import type { OpenedMenuProps } from '@/components/ui/overlays/lazy-menu'
import { Menu, MenuItem } from '@/components/ui/overlays/menu'

interface MoreMenuProps extends OpenedMenuProps {
  /** The form for a copy. Wide screens have a button for it. Absent if the person may not create products. */
  copyHref?: Route
  /** The page to print. Absent if the person may not share products, or this one is gone. */
  sheetHref?: Route
  /** Absent if the person may not archive. */
  archive?: { isArchived: boolean; toggle: () => void }
}

/** Loaded on intent. */
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
      {sheetHref && (
        <MenuItem onAction={() => router.push(sheetHref)} icon={<Printer aria-hidden size={15} />}>
          {t('printSheet')}
        </MenuItem>
      )}
      {archive && (
        <MenuItem onAction={archive.toggle} icon={<Icon aria-hidden size={15} />}>
          {t(archive.isArchived ? 'restore' : 'archive')}
        </MenuItem>
      )}
    </Menu>
  )
}
