'use client'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { Dialog } from '@/components/ui/dialog'
import { Select } from '@/components/ui/select'
import { Switch } from '@/components/ui/switch'
import { type Separator, separators } from '@/lib/core/csv-export'
import { ExportColumns, type ExportColumnsProps } from './export-columns'

/** As the API takes it; absent what is usual there. */
interface ExportOptions<Column extends string> {
  columns: readonly Column[]
  separator: Separator | undefined
  bom: true | undefined
}

export interface CsvExportDialogProps<Column extends string> extends Pick<
  ExportColumnsProps<Column>,
  'all' | 'usual' | 'usualLabel' | 'nameOf'
> {
  title: string
  /** What the file is like. */
  text: string
  count: number
  /** `count` is an estimate. */
  isAbout: boolean
  separatorNames: Readonly<Record<Separator, string>>
  /** Where the file is. */
  addressOf: (options: ExportOptions<Column>) => string
  onClose: () => void
}

/** Which columns, and for which program; the browser saves what the server streams. */
export function CsvExportDialog<Column extends string>(props: CsvExportDialogProps<Column>) {
  const { title, text, count, isAbout, separatorNames, addressOf, onClose, ...choices } = props
  const t = useTranslations('exports')
  const common = useTranslations('common')
  const [columns, setColumns] = useState(choices.usual)
  const [separator, setSeparator] = useState<Separator>('comma')
  const [hasBom, setHasBom] = useState(false)
  const address = addressOf({
    columns,
    separator: separator === 'comma' ? undefined : separator,
    bom: hasBom || undefined,
  })
  return (
    <Dialog
      isOpen
      size="md"
      title={title}
      closeLabel={common('close')}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          <Button onPress={onClose}>{common('cancel')}</Button>
          <DownloadLink address={columns.length === 0 ? null : address} onClose={onClose} />
        </>
      }
    >
      <p className="mb-4">
        <span className="font-medium tabular-nums">{t(isAbout ? 'countAbout' : 'count', { count })}</span>
        <span className="block text-md text-muted">{text}</span>
      </p>
      <ExportColumns {...choices} columns={columns} onChange={setColumns} />
      <Select
        className="mt-4"
        label={t('separator')}
        hint={t('separatorHint')}
        items={(Object.keys(separators) as Separator[]).map((id) => ({ id, label: separatorNames[id] }))}
        value={separator}
        onChange={(chosen) => {
          setSeparator(chosen)
          // Excel needs the byte order mark, too.
          if (chosen === 'semicolon') setHasBom(true)
        }}
      />
      <Switch className="mt-4" isSelected={hasBom} onChange={setHasBom} hint={t('bomHint')}>
        {t('bom')}
      </Switch>
    </Dialog>
  )
}

/** `address`: null where there is nothing to download. */
function DownloadLink({ address, onClose }: { address: string | null; onClose: () => void }) {
  const t = useTranslations('exports')
  const icon = <Download aria-hidden size={15} />
  if (address === null)
    return (
      <Button variant="primary" isDisabled icon={icon}>
        {t('download')}
      </Button>
    )
  return (
    <a
      href={address}
      download
      className={buttonClass('primary')}
      // Once the browser has begun to save: what the link stands in must not go before.
      onClick={() => setTimeout(onClose)}
    >
      {icon}
      {t('download')}
    </a>
  )
}
