'use client'
import { Download, Upload } from 'lucide-react'
import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'
import type { OpenedMenuProps } from '@/components/ui/overlays/lazy-menu'
import { Menu, MenuItem } from '@/components/ui/overlays/menu'

interface FileMenuProps extends OpenedMenuProps {
  label: string
  /** Absent when the viewer may not import. */
  importHref?: Route
  onExport?: () => void
}

/** Import and export on a phone, where the header has no room for them. Loaded on intent. */
export default function FileMenu({ label, importHref, onExport, opened }: FileMenuProps) {
  const t = useTranslations()
  const router = useRouter()
  return (
    <Menu
      aria-label={label}
      opened={opened}
      onAction={(key) => (key === 'export' ? onExport?.() : importHref && router.push(importHref))}
    >
      {importHref && (
        <MenuItem id="import" icon={<Upload aria-hidden size={15} />}>
          {t('imports.import')}
        </MenuItem>
      )}
      {onExport && (
        <MenuItem id="export" icon={<Download aria-hidden size={15} />}>
          {t('exports.export')}
        </MenuItem>
      )}
    </Menu>
  )
}
