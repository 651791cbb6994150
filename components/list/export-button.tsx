'use client'
import { Download } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from '@/components/frame/use-may'
import { Button, type ButtonProps } from '@/components/ui/button'
import { dynamic } from '@/components/ui/dynamic'
import type { Permission } from '@/lib/core/permissions'
import type { List } from './use-list'

export interface ExportedList {
  permission: Permission
  load: () => Promise<unknown>
  Dialog: ComponentType<ExportDialogProps>
}

/** Declares who may export a list, and the dialog, whose code loads on intent. */
export const defineExport = (
  permission: Permission,
  load: () => Promise<{ default: ComponentType<ExportDialogProps> }>,
): ExportedList => ({ permission, load, Dialog: dynamic(load) })

/** The rows to export: a list's, or those that a query selects. */
export interface ExportedRows {
  /** The address of the API without its query. */
  address: string
  /** The parameters that select the rows. */
  query: object
  /** The columns that say what the list shows. */
  shown: readonly string[]
  count: number
  /** `count` is an estimate. */
  isAbout: boolean
}

export interface ExportDialogProps extends ExportedRows {
  onClose: () => void
}

/** Returns all rows of the list, on all its pages. */
export function exportedRows<Row extends { id: string }>(list: List<Row>): ExportedRows {
  const { shop, look, columns, total, isTotalExact } = list
  const { cursor: _page, ...query } = list.state.filters as { cursor?: string }
  return {
    address: `/api/shops/${encodeURIComponent(shop)}/${look.path}/export`,
    query,
    shown: columns.flatMap(({ exported }) => exported),
    count: total,
    isAbout: !isTotalExact,
  }
}

interface ExportButtonProps extends Pick<ButtonProps, 'size'> {
  of: ExportedList
  rows: ExportedRows
}

/** Opens the export dialog. Renders nothing without the permission. */
export function ExportButton({ of, rows, size }: ExportButtonProps) {
  const t = useTranslations('exports')
  const mayExport = useMay(of.permission)
  const { open, dialog } = useExportDialog(of, rows)
  if (!mayExport) return null
  return (
    <>
      <Button
        size={size}
        icon={<Download aria-hidden size={size === 'sm' ? 14 : 15} />}
        onHoverStart={() => void of.load()}
        onFocus={() => void of.load()}
        onPress={open}
      >
        {t('export')}
      </Button>
      {dialog}
    </>
  )
}

/** Returns the export dialog and what opens it. Its code loads when it opens. */
export function useExportDialog({ Dialog }: ExportedList, rows: ExportedRows) {
  const [isOpen, setIsOpen] = useState(false)
  return {
    open: () => setIsOpen(true),
    dialog: isOpen && <Dialog {...rows} onClose={() => setIsOpen(false)} />,
  }
}
