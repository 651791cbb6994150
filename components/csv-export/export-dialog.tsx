'use client'
import { Download } from 'lucide-react'
import { type MouseEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { OpenDialog } from '@/components/dialogs/open-dialog'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { Select } from '@/components/ui/select'
import { Switch } from '@/components/ui/switch'
import { toast } from '@/components/ui/toast-store'
import { askForProof } from '@/lib/account/client'
import { ApiError } from '@/lib/core/http'
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
  /** The file holds personal data, so the server wants a recent sign-in. */
  isPersonal?: boolean
  onClose: () => void
}

/** Chooses the columns and the target program of a CSV file. The browser saves what the server streams. */
export function CsvExportDialog<Column extends string>(props: CsvExportDialogProps<Column>) {
  const { title, text, count, isAbout, separatorNames, addressOf, isPersonal, onClose, ...choices } = props
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
    <OpenDialog
      size="md"
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{common('cancel')}</Button>
          <DownloadLink
            address={columns.length === 0 ? null : address}
            isPersonal={isPersonal}
            onClose={onClose}
          />
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
    </OpenDialog>
  )
}

interface DownloadLinkProps {
  /** Null when there is nothing to download. */
  address: string | null
  isPersonal: boolean | undefined
  onClose: () => void
}

function DownloadLink({ address, isPersonal, onClose }: DownloadLinkProps) {
  const t = useTranslations('exports')
  const icon = <Download aria-hidden size={15} />
  // What the browser loads by itself cannot ask for a sign-in, so ask before.
  const isProven = useRef(!isPersonal)
  if (address === null)
    return (
      <Button variant="primary" isDisabled icon={icon}>
        {t('download')}
      </Button>
    )

  async function download(event: MouseEvent<HTMLAnchorElement>) {
    // Closes after the browser has started the download, because closing removes the link.
    if (isProven.current) return void setTimeout(onClose)
    event.preventDefault()
    const link = event.currentTarget
    try {
      await askForProof()
    } catch (error) {
      if (error instanceof ApiError && error.code === 'sign_in_again') return
      return toast(t('notStarted'), 'bad')
    }
    isProven.current = true
    link.click()
  }

  return (
    <a href={address} download className={buttonClass('primary')} onClick={(event) => void download(event)}>
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
