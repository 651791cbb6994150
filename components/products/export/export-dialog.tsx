'use client'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { Checkbox } from '@/components/ui/checkbox'
import { CheckboxGroup } from '@/components/ui/checkbox-group'
import { Dialog } from '@/components/ui/dialog'
import { Switch } from '@/components/ui/switch'
import { defaultExportColumns, type ExportColumn, exportColumns } from '@/lib/contracts/product-import'
import { exportAddress } from '@/lib/queries/tasks'

export interface ExportDialogProps {
  shop: string
  /** The rows: what the list is asked for, or `ids`, in the API's words. */
  query: Parameters<typeof exportAddress>[1]
  count: number
  /** `count` is an estimate. */
  isAbout: boolean
  onClose: () => void
}

/** Which columns, and for which program; the browser saves what the server streams. Loaded on intent. */
export default function ExportDialog({ shop, query, count, isAbout, onClose }: ExportDialogProps) {
  const t = useTranslations('exports')
  const common = useTranslations('common')
  const [columns, setColumns] = useState<readonly ExportColumn[]>(defaultExportColumns)
  const [hasBom, setHasBom] = useState(false)
  const isUsual = columns.join() === defaultExportColumns.join()
  const address = exportAddress(shop, {
    ...query,
    columns: isUsual ? undefined : columns,
    bom: hasBom || undefined,
  })
  return (
    <Dialog
      isOpen
      size="md"
      title={t('title')}
      closeLabel={common('close')}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          <Button onPress={onClose}>{common('cancel')}</Button>
          {columns.length === 0 ? (
            <Button variant="primary" isDisabled icon={<Download aria-hidden size={15} />}>
              {t('download')}
            </Button>
          ) : (
            <a
              href={address}
              download
              className={buttonClass('primary')}
              // Once the browser has begun to save: what the link stands in must not go before.
              onClick={() => setTimeout(onClose)}
            >
              <Download aria-hidden size={15} />
              {t('download')}
            </a>
          )}
        </>
      }
    >
      <p className="mb-4">
        <span className="font-medium tabular-nums">{t(isAbout ? 'countAbout' : 'count', { count })}</span>
        <span className="block text-md text-muted">{t('what')}</span>
      </p>
      <Columns columns={columns} onChange={setColumns} />
      <Switch className="mt-4" isSelected={hasBom} onChange={setHasBom} hint={t('bomHint')}>
        {t('bom')}
      </Switch>
    </Dialog>
  )
}

interface ColumnsProps {
  columns: readonly ExportColumn[]
  onChange: (columns: readonly ExportColumn[]) => void
}

function Columns({ columns, onChange }: ColumnsProps) {
  const t = useTranslations('exports')
  return (
    <div className="relative">
      <CheckboxGroup
        label={t('columns')}
        layout="grid gap-x-4 gap-y-1 grid-cols-2 sm:grid-cols-3"
        value={[...columns]}
        onChange={(chosen) => onChange(exportColumns.filter((column) => chosen.includes(column)))}
        error={columns.length === 0 ? t('noColumns') : undefined}
      >
        {exportColumns.map((column) => (
          <Checkbox key={column} value={column}>
            {t(`column.${column}`)}
          </Checkbox>
        ))}
      </CheckboxGroup>
      <div className="absolute -top-1 right-0 flex gap-1">
        <Button size="sm" variant="ghost" onPress={() => onChange(defaultExportColumns)}>
          {t('usual')}
        </Button>
        <Button size="sm" variant="ghost" onPress={() => onChange(exportColumns)}>
          {t('all')}
        </Button>
        <Button size="sm" variant="ghost" onPress={() => onChange([])}>
          {t('none')}
        </Button>
      </div>
    </div>
  )
}
