'use client'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from '@/components/frame/use-may'
import { Button, type ButtonProps } from '@/components/ui/button'
import { dynamic } from '@/components/ui/dynamic'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'
import type { Messages } from '@/lib/core/i18n/locales'
import type { Permission } from '@/lib/core/permissions'
import type { ListWords } from './define-list'
import type { List } from './use-list'

/** Namespaces with the words of an export: `title`, `what`, `usual` and `column.<column>`. */
type ExportWords = Exclude<ListWords, 'cardTokens'>

/** What is exported, and how the dialog asks for it. */
export interface Exported<Of extends ExportWords = ExportWords> {
  of: Of
  permission: Permission
  /** The file holds personal data, so the server wants a recent sign-in. */
  isPersonal?: boolean
  /** The server also writes JSON (`format=json`). */
  hasJson?: boolean
}

interface ExportDeclaration<Of extends ExportWords> extends Exported<Of> {
  /** Loads all columns, in the file's order, and those chosen at first. Default: what the list shows. */
  columns: () => Promise<{
    all: readonly (keyof Messages[Of]['export']['column'] & string)[]
    usual?: readonly string[]
  }>
}

/** Declares the export of a list. The code of its dialog loads on intent. */
export function defineExport<Of extends ExportWords>({ columns, ...exported }: ExportDeclaration<Of>) {
  const load = lazyWithMessages(async () => {
    const [{ CsvExportDialog }, { all, usual }] = await Promise.all([
      import('./csv-export-dialog'),
      columns(),
    ])
    return ({ shown, ...props }: ExportDialogProps) => (
      <CsvExportDialog {...props} exported={exported} all={all} usual={usual ?? shown} />
    )
  })
  return { permission: exported.permission, load, Dialog: dynamic(load) }
}
export type ExportedList = ReturnType<typeof defineExport>

/** The rows to export: a list's, or those that a query selects. */
interface ExportedRows {
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
