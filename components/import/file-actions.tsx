'use client'
import { Ellipsis, Upload } from 'lucide-react'
import type { Route } from 'next'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from '@/components/frame/use-may'
import { buttonClass } from '@/components/ui/button-class'
import { LazyMenu } from '@/components/ui/lazy-menu'
import { LinkButton } from '@/components/ui/link-button'
import type { TaskSubject } from '@/lib/jobs/import-targets'
import { taskPermissions } from '@/lib/jobs/permissions'

const loadMenu = () => import('./file-menu')

interface FileActionsProps {
  shop: string
  of: TaskSubject
  /** The button that opens the export dialog by itself. */
  exportButton: ReactNode
  /** Renders the export dialog, for the menu to open. */
  children: (onClose: () => void) => ReactNode
}

/** Imports rows from a file, and exports all pages of the current list. On a phone both are in a menu. */
export function FileActions({ shop, of, exportButton, children }: FileActionsProps) {
  const t = useTranslations('imports')
  const words = useTranslations(of)
  const mayImport = useMay(taskPermissions[`${of}.import`].order)
  const mayExport = useMay(`${of}.export`)
  const [isExporting, setIsExporting] = useState(false)
  const importHref = `/shops/${shop}/${of}/import` as Route
  return (
    <>
      <span className="flex gap-2 max-md:hidden">
        {mayImport && (
          <LinkButton href={importHref} icon={<Upload aria-hidden size={15} />}>
            {t('import')}
          </LinkButton>
        )}
        {exportButton}
      </span>
      {(mayImport || mayExport) && (
        <span className="md:hidden">
          <LazyMenu
            load={loadMenu}
            aria-label={words('more')}
            className={buttonClass('ghost', 'sm', 'max-md:size-8 max-md:p-0')}
            menu={{
              label: words('more'),
              importHref: mayImport ? importHref : undefined,
              onExport: mayExport ? () => setIsExporting(true) : undefined,
            }}
          >
            <Ellipsis aria-hidden size={16} />
          </LazyMenu>
        </span>
      )}
      {isExporting && children(() => setIsExporting(false))}
    </>
  )
}
