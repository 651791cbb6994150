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
import { Checkbox } from '@/components/ui/checkbox'
import { CheckboxGroup } from '@/components/ui/checkbox-group'

/** Query parameters of the export API; undefined for its defaults. */
interface ExportOptions<Column extends string> {
  columns: readonly Column[]
  separator: Separator | undefined
  bom: true | undefined
}

interface CsvExportDialogProps<Column extends string> extends Pick<
  ExportColumnsProps<Column>,
  'all' | 'usual' | 'usualLabel' | 'nameOf'
> {
  title: string
  text: string
  count: number
  /** `count` is an estimate. */
  isAbout: boolean
  separatorNames: Readonly<Record<Separator, string>>
  addressOf: (options: ExportOptions<Column>) => string
  onClose: () => void
}

/** Chooses the columns and the target program of a CSV file. The browser saves what the server streams. */
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
          // Excel also needs the byte order mark.
          if (chosen === 'semicolon') setHasBom(true)
        }}
      />
      <Switch className="mt-4" isSelected={hasBom} onChange={setHasBom} hint={t('bomHint')}>
        {t('bom')}
      </Switch>
    </Dialog>
  )
}

/** `address` is null when there is nothing to download. */
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
      // Closes after the browser has started the download, because closing removes the link.
      onClick={() => setTimeout(onClose)}
    >
      {icon}
      {t('download')}
    </a>
  )
}

interface ExportColumnsProps<Column extends string> {
  /** In the file's order. */
  all: readonly Column[]
  /** The default columns, which the button with `usualLabel` restores. */
  usual: readonly Column[]
  usualLabel: string
  nameOf: (column: Column) => string
  columns: readonly Column[]
  onChange: (columns: readonly Column[]) => void
}

function ExportColumns<Column extends string>(props: ExportColumnsProps<Column>) {
  const { all, usual, usualLabel, nameOf, columns, onChange } = props
  const t = useTranslations('exports')
  return (
    <div className="relative">
      <CheckboxGroup
        label={t('columns')}
        layout="grid gap-x-4 gap-y-1 grid-cols-2 sm:grid-cols-3"
        value={[...columns]}
        onChange={(chosen) => onChange(all.filter((column) => chosen.includes(column)))}
        error={columns.length === 0 ? t('noColumns') : undefined}
      >
        {all.map((column) => (
          <Checkbox key={column} value={column}>
            {nameOf(column)}
          </Checkbox>
        ))}
      </CheckboxGroup>
      <div className="absolute -top-1 right-0 flex gap-1">
        <Button size="sm" variant="ghost" onPress={() => onChange(usual)}>
          {usualLabel}
        </Button>
        <Button size="sm" variant="ghost" onPress={() => onChange(all)}>
          {t('all')}
        </Button>
        <Button size="sm" variant="ghost" onPress={() => onChange([])}>
          {t('none')}
        </Button>
      </div>
    </div>
  )
}
