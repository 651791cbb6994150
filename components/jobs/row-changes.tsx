'use client'
import { ArrowRight } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { type ImportOrder, isRowField, reasonsByColumn } from '@/lib/jobs/import'
import type { JobSubject } from '@/lib/jobs/import-targets'
import type { JobRowItem } from '@/lib/jobs/schema'
import { roundedFrom } from '@/lib/core/format/money'
import { minorUnitExponent } from '@/lib/gateway/values/minor-units'
import { cx } from '@/components/ui/cx'
import { visibleName } from '@/components/ui/text/visible-text'
import { useMoney } from '@/components/money/use-money'
import { useClock } from '@/components/time/clock'
import { useTargetName } from '@/components/import/target-name'
import { useFieldText } from '@/components/product-values/field-text'
import { type Difference, differencesOf, type ShownValue } from './differences'

/** The number of fields to show at once. A new product may have a dozen. */
const shownFields = 4

interface RowChangesProps {
  row: JobRowItem
  of: JobSubject
  /** The imported file, whose column names replace the field names. */
  file: ImportOrder | null
  /** The percentage of a price change; null for other jobs. */
  percent?: string | null
}

export function RowChanges({ row, of, file, percent = null }: RowChangesProps) {
  const t = useTranslations('jobs')
  const all = differencesOf(row)
  const rest = all.slice(shownFields)
  const line = (difference: Difference) => (
    <DifferenceLine
      key={difference.field}
      difference={difference}
      of={of}
      // The new price of a skipped row was not computed from its old value.
      percent={row.state === 'skipped' ? null : percent}
    />
  )
  return (
    <div className="grid gap-1">
      {all.slice(0, shownFields).map(line)}
      {rest.length > 0 && (
        <details data-no-row-click="" className="group">
          <summary className="w-fit cursor-default rounded-xs text-sm text-accent hover:underline group-open:mb-1">
            {t('more', { count: rest.length })}
          </summary>
          <div className="grid gap-1">{rest.map(line)}</div>
        </details>
      )}
      <RowErrors row={row} of={of} file={file} />
      {row.state === 'planned' && <Expired change={row.change} />}
    </div>
  )
}

interface DifferenceLineProps extends Required<Pick<RowChangesProps, 'percent' | 'of'>> {
  difference: Difference
}

function DifferenceLine({ difference, of, percent }: DifferenceLineProps) {
  const { field, before, after } = difference
  const t = useTranslations('jobs')
  const label = useDifferenceLabel(of)
  return (
    <div className="grid grid-cols-[92px_1fr] gap-x-2 max-md:grid-cols-[84px_1fr]">
      <span className="truncate text-muted" title={label(field)}>
        {label(field)}
      </span>
      <span className="flex min-w-0 flex-wrap items-start gap-x-2">
        {before && (
          // A fixed width aligns the new values in a column.
          <span className="min-w-0 md:w-44">
            <span className="sr-only">{t('was')}</span>
            <Value shown={before} isOld />
          </span>
        )}
        <span className="flex min-w-0 items-start gap-x-2">
          {before && (
            <>
              <ArrowRight aria-hidden size={13} className="mt-[3px] shrink-0 text-faint rtl:-scale-x-100" />
              <span className="sr-only">{t('becomes')}</span>
            </>
          )}
          <span className="min-w-0">
            <Value shown={after} />
            {percent !== null && <RoundedFrom difference={difference} percent={percent} />}
          </span>
        </span>
      </span>
    </div>
  )
}

/** Shows a value. Money is in major units, with the sent minor units beneath. */
function Value({ shown: { field, value, currency }, isOld = false }: { shown: ShownValue; isOld?: boolean }) {
  const t = useTranslations()
  const { text } = useFieldText()
  const words =
    field === 'infinite'
      ? t('products.unlimited')
      : field === 'immortal'
        ? t('products.noExpiry')
        : value === undefined
          ? t('jobs.notKnown')
          : text(field, value, currency)
  return (
    <span className={isOld ? 'min-w-0 text-muted' : 'min-w-0 font-medium'}>
      <bdi className="wrap-anywhere tabular-nums">{words}</bdi>
      {field === 'amount' && typeof value === 'number' && (
        <span dir="auto" className="block font-mono text-xs font-normal text-muted">
          {t('jobs.minor', { amount: String(value) })}
        </span>
      )}
    </span>
  )
}

/** Shows the exact result of a percentage change if it had to be rounded to a valid price. */
function RoundedFrom({ difference, percent }: { difference: Difference; percent: string }) {
  const t = useTranslations('jobs')
  const { overrides } = useMoney()
  const { field, before, after } = difference
  if (field !== 'amount' || typeof before?.value !== 'number' || typeof after.value !== 'number') return null
  const exponent = minorUnitExponent(after.currency ?? '', overrides)
  const exact = roundedFrom(before.value, after.value, percent, exponent)
  return (
    exact !== null && (
      <span className="block text-xs text-muted tabular-nums">{t('roundedFrom', { exact })}</span>
    )
  )
}

function useDifferenceLabel(of: JobSubject) {
  const t = useTranslations()
  const { label } = useFieldText()
  const targetName = useTargetName(of)
  return (field: string): string => {
    if (of !== 'products') return targetName(field)
    if (field === 'archived') return t('jobs.archivedField')
    if (field === 'id') return t('products.id')
    return label(field === 'price' ? 'amount' : field)
  }
}

/** Warns if the change makes the product expire in the past, which may be a mistake. */
function Expired({ change }: Pick<JobRowItem, 'change'>) {
  const t = useTranslations('jobs')
  const now = useClock()
  const { expired_at: at, immortal } = change
  if (immortal === true || typeof at !== 'string' || !(Date.parse(at) < now.getTime())) return null
  return <p className="text-warn">{t('expiredAlready')}</p>
}

/**
 * Whether the messages are only information: completed rows have hints, and a customer that already exists is not an
 * error.
 */
const isInformational = (of: JobSubject, state: JobRowItem['state']): boolean =>
  state === 'done' ||
  (of === 'customers' && (state === 'planned' || state === 'skipped' || state === 'unchanged'))

const noFile = { header: [], columns: [] }

/**
 * Lists the reasons why a row is invalid or failed, each with its field and, for imports, the cell's text. Missing
 * columns are listed above the table ({@link LackedColumns}).
 */
function RowErrors({
  row: { state, errors, cells },
  of,
  file,
}: Pick<RowChangesProps, 'row' | 'of' | 'file'>) {
  const t = useTranslations('jobs')
  const label = useDifferenceLabel(of)
  if (!errors) return null
  return (
    <ul className={cx('grid gap-1', isInformational(of, state) ? 'text-warn' : 'text-danger')}>
      {reasonsByColumn(file ?? noFile, errors).map(({ field, messages, column }) => (
        <li key={field} className="wrap-anywhere">
          {!isRowField(field) && <bdi className="font-medium">{column?.name ?? label(field)}: </bdi>}
          <CellText text={column ? cells?.[column.at] : undefined} />
          {field === 'columns' ? t('lacksColumns') : messages.join('. ')}
        </li>
      ))}
    </ul>
  )
}

const shownText = 40

function CellText({ text = '' }: { text?: string }) {
  const shown = text.trim()
  if (shown === '') return null
  return (
    <bdi className="me-1.5 rounded-sm bg-danger-weak px-1 font-mono text-xs">
      {visibleName(shown.length > shownText ? `${shown.slice(0, shownText)}…` : shown)}
    </bdi>
  )
}
