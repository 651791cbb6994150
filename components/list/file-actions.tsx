'use client'
import { Upload } from 'lucide-react'
import type { Route } from 'next'
import { useTranslations } from 'use-intl'
import { useMay } from '@/components/frame/use-may'
import { MoreMenu } from '@/components/ui/overlays/lazy-menu'
import { LinkButton } from '@/components/ui/link'
import type { JobSubject } from '@/lib/jobs/import-targets'
import { jobPermissions } from '@/lib/jobs/permissions'
import { ExportButton, type ExportedList, exportedRows, useExportDialog } from './export-button'
import type { List } from './use-list'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'

const loadMenu = lazyWithMessages(() => import('./file-menu'))

interface FileActionsProps<Row extends { id: string }> {
  list: List<Row>
  /** The subject of its imports. */
  of: JobSubject
  exported: ExportedList
}

/** Imports rows from a file, and exports all pages of the current list. On a phone both are in a menu. */
export function FileActions<Row extends { id: string }>({ list, of, exported }: FileActionsProps<Row>) {
  const t = useTranslations()
  const words = useTranslations(of)
  const mayImport = useMay(jobPermissions[`${of}.import`].order)
  const mayExport = useMay(exported.permission)
  const rows = exportedRows(list)
  const { open, dialog } = useExportDialog(exported, rows)
  const importHref = `/shops/${list.shop}/${of}/import` as Route
  return (
    <>
      <span className="flex gap-2 max-md:hidden">
        {mayImport && (
          <LinkButton href={importHref} icon={<Upload aria-hidden size={15} />}>
            {t('imports.import')}
          </LinkButton>
        )}
        <ExportButton of={exported} rows={rows} />
      </span>
      {(mayImport || mayExport) && (
        <span className="md:hidden">
          <MoreMenu
            load={loadMenu}
            aria-label={words('more')}
            menu={{
              label: words('more'),
              importHref: mayImport ? importHref : undefined,
              onExport: mayExport ? open : undefined,
            }}
          />
        </span>
      )}
      {dialog}
    </>
  )
}
