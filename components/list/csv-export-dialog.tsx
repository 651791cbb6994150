'use client'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { DownloadLink } from '@/components/dialogs/download-link'
import { OpenDialog } from '@/components/dialogs/open-dialog'
import { Button } from '@/components/ui/button'
import { Checkbox, CheckboxGroup } from '@/components/ui/fields/checkbox'
import { Select } from '@/components/ui/fields/select'
import { Switch } from '@/components/ui/fields/switch'
import { queryString } from '@/lib/core/client/query-string'
import { type Separator, separators } from '@/lib/core/lists/csv-export'
import type { Exported, ExportDialogProps } from './export-button'

interface CsvExportDialogProps extends Omit<ExportDialogProps, 'shown'> {
  exported: Exported
  /** All columns, in the file's order. */
  all: readonly string[]
  /** The columns chosen at first. */
  usual: readonly string[]
}

/** Chooses the columns and the target program of a CSV file. The browser saves what the server streams. */
export function CsvExportDialog(props: CsvExportDialogProps) {
  const { address, query, all, count, isAbout, exported, onClose } = props
  const { of, isPersonal, hasJson } = exported
  const t = useTranslations('exports')
  const words = useTranslations(`${of}.export`)
  const common = useTranslations('common')
  const usual = all.filter((column) => props.usual.includes(column))
  const [columns, setColumns] = useState<readonly string[]>(usual)
  const [csv, setCsv] = useState<CsvChoice>({ separator: 'comma', hasBom: false })
  const [format, setFormat] = useState<Format>('csv')
  const isJson = format === 'json'
  const csvOptions = {
    separator: csv.separator === 'comma' ? undefined : csv.separator,
    bom: csv.hasBom || undefined,
  }
  const options = { columns, ...(isJson ? { format } : csvOptions) }
  const download = t(isJson ? 'downloadJson' : 'download')
  return (
    <OpenDialog
      size="md"
      title={words('title')}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{common('cancel')}</Button>
          {columns.length === 0 ? (
            <Button variant="primary" isDisabled icon={<Download aria-hidden size={15} />}>
              {download}
            </Button>
          ) : (
            <DownloadLink
              address={`${address}${queryString({ ...query, ...options })}`}
              isProofNeeded={isPersonal === true}
              onStart={onClose}
            >
              {download}
            </DownloadLink>
          )}
        </>
      }
    >
      <p className="mb-4">
        <span className="font-medium tabular-nums">{t(isAbout ? 'countAbout' : 'count', { count })}</span>
        <span className="block text-md text-muted">{words('what')}</span>
      </p>
      <ExportColumns
        all={all.map((id) => ({ id, name: words(`column.${id}` as 'column.id') }))}
        usual={usual}
        usualLabel={words('usual')}
        columns={columns}
        onChange={setColumns}
      />
      {hasJson && <FormatSelect value={format} onChange={setFormat} />}
      {!isJson && (
        <CsvOptions hasPrices={all.some((column) => column === 'price')} value={csv} onChange={setCsv} />
      )}
    </OpenDialog>
  )
}

type Format = 'csv' | 'json'

interface ChoiceProps<Value> {
  value: Value
  onChange: (value: Value) => void
}

function FormatSelect({ value, onChange }: ChoiceProps<Format>) {
  const t = useTranslations('exports')
  const items = (['csv', 'json'] as const).map((id) => ({ id, label: t(id) }))
  return <Select className="mt-4" label={t('format')} items={items} value={value} onChange={onChange} />
}

interface CsvChoice {
  separator: Separator
  hasBom: boolean
}

/** What the target program needs of a CSV file. */
function CsvOptions({ hasPrices, value, onChange }: ChoiceProps<CsvChoice> & { hasPrices: boolean }) {
  const t = useTranslations('exports')
  const names: Record<Separator, string> = hasPrices
    ? { comma: t('comma'), semicolon: t('semicolon') }
    : { comma: t('commaOnly'), semicolon: t('semicolonOnly') }
  return (
    <>
      <Select
        className="mt-4"
        label={t('separator')}
        hint={t('separatorHint')}
        items={(Object.keys(separators) as Separator[]).map((id) => ({ id, label: names[id] }))}
        value={value.separator}
        // Excel also needs the byte order mark.
        onChange={(separator) => onChange({ separator, hasBom: value.hasBom || separator === 'semicolon' })}
      />
      <Switch
        className="mt-4"
        isSelected={value.hasBom}
        onChange={(hasBom) => onChange({ ...value, hasBom })}
        hint={t('bomHint')}
      >
        {t('bom')}
      </Switch>
    </>
  )
}

interface ExportColumnsProps {
  all: readonly { id: string; name: string }[]
  /** The columns that the button with `usualLabel` restores. */
  usual: readonly string[]
  usualLabel: string
  columns: readonly string[]
  onChange: (columns: readonly string[]) => void
}

function ExportColumns({ all, usual, usualLabel, columns, onChange }: ExportColumnsProps) {
  const t = useTranslations('exports')
  const ids = all.map(({ id }) => id)
  return (
    <div className="relative">
      <CheckboxGroup
        label={t('columns')}
        layout="grid gap-x-4 gap-y-1 grid-cols-2 sm:grid-cols-3"
        value={[...columns]}
        onChange={(chosen) => onChange(ids.filter((id) => chosen.includes(id)))}
        error={columns.length === 0 ? t('noColumns') : undefined}
      >
        {all.map(({ id, name }) => (
          <Checkbox key={id} value={id}>
            {name}
          </Checkbox>
        ))}
      </CheckboxGroup>
      <div className="absolute -top-1 end-0 flex gap-1">
        <Button size="sm" variant="ghost" onPress={() => onChange(usual)}>
          {usualLabel}
        </Button>
        <Button size="sm" variant="ghost" onPress={() => onChange(ids)}>
          {t('all')}
        </Button>
        <Button size="sm" variant="ghost" onPress={() => onChange([])}>
          {t('none')}
        </Button>
      </div>
    </div>
  )
}
