'use client'
import { useTranslations } from 'use-intl'
import { useTimeZones } from '@/components/time/time-zones'
import { Choice } from '@/components/ui/choice'
import { cx } from '@/components/ui/cx'
import { NativeSelect } from '@/components/ui/fields/native-select'
import { Select } from '@/components/ui/fields/select'
import { TextField } from '@/components/ui/fields/text-field'
import { decimalMarks } from '@/lib/core/format/typed-money'
import type { StatementMapping, StatementPreview } from '@/lib/payments/reconciliation/reconciliation'
import { dateOrders, statementTargets } from '@/lib/payments/reconciliation/statement'

interface ReadingFieldsProps {
  mapping: StatementMapping
  /** What the file does not show. */
  undecided: readonly string[]
  currencyError: string | undefined
  onChange: (change: Partial<StatementMapping>) => void
}

/** How amounts and times are written. */
export function ReadingFields({ mapping, undecided, currencyError, onChange }: ReadingFieldsProps) {
  const t = useTranslations('reconciliation')
  const { columns } = mapping
  const zones = useTimeZones('UTC', mapping.zone)
  return (
    <div className="mt-5 grid gap-4 sm:grid-cols-2">
      <Alternatives
        label={t('amounts')}
        items={(['major', 'minor'] as const).map((id) => ({ id, label: t(`amountsIn.${id}`) }))}
        value={mapping.amounts}
        onChange={(amounts) => onChange({ amounts })}
      />
      {mapping.amounts === 'major' && (
        <Alternatives
          label={t('decimal')}
          items={decimalMarks.map((id) => ({ id, label: id === '.' ? t('point') : t('comma') }))}
          value={undecided.includes('decimal') ? null : mapping.decimal}
          onChange={(decimal) => onChange({ decimal })}
        />
      )}
      {columns.includes('time') && (
        <Alternatives
          label={t('dates')}
          items={dateOrders.map((id) => ({ id, label: t(`dateOrder.${id}`) }))}
          value={undecided.includes('dates') ? null : mapping.dates}
          onChange={(dates) => onChange({ dates })}
        />
      )}
      {!columns.includes('currency') && (
        <div data-lack="needsCurrency">
          <TextField
            label={t('currency')}
            hint={t('currencyHint')}
            value={mapping.currency ?? ''}
            onChange={(text) => onChange({ currency: text.trim().toUpperCase().slice(0, 3) || null })}
            error={currencyError}
          />
        </div>
      )}
      <NativeSelect
        label={t('zone')}
        hint={t('zoneHint')}
        placeholder="UTC"
        items={zones}
        value={mapping.zone}
        onChange={(zone) => onChange({ zone: zone || 'UTC' })}
      />
    </div>
  )
}

interface AlternativesProps<Id extends string> {
  label: string
  items: readonly { id: Id; label: string }[]
  /** Null: the file does not show which. */
  value: Id | null
  onChange: (id: Id) => void
}

function Alternatives<Id extends string>({ label, items, value, onChange }: AlternativesProps<Id>) {
  const t = useTranslations('reconciliation')
  return (
    <div
      data-lack={value === null ? 'undecided' : undefined}
      className="grid content-start justify-items-start gap-1.5"
    >
      <span aria-hidden className="text-md font-medium">
        {label}
      </span>
      <Choice<Id | ''>
        label={label}
        items={items}
        value={value ?? ''}
        onChange={(id) => id !== '' && onChange(id)}
      />
      {value === null && <span className="text-sm text-warn">{t('undecided')}</span>}
    </div>
  )
}

type Columns = StatementMapping['columns']

interface ColumnChoicesProps {
  preview: StatementPreview
  columns: Columns
  onChange: (columns: Columns) => void
}

const layout = 'grid items-center gap-x-4 gap-y-1 md:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_240px]'
const shownRows = 3

/** Says for each column of a statement what it holds. A column without a choice is not stored. */
export function ColumnChoices({ preview, columns, onChange }: ColumnChoicesProps) {
  const t = useTranslations('reconciliation')
  // A target can have one column only, so choosing it clears the other column.
  const choose = (at: number, target: Columns[number]) =>
    onChange(columns.map((held, index) => (index === at ? target : held === target ? null : held)))
  const items = [
    { id: 'skip' as const, label: t('skip') },
    ...statementTargets.map((id) => ({ id, label: t(`target.${id}`) })),
  ]
  return (
    <>
      <div aria-hidden className={cx(layout, 'mb-2 text-xs font-medium text-muted max-md:hidden')}>
        <span>{t('column')}</span>
        <span>{t('sample')}</span>
        <span>{t('readAs')}</span>
      </div>
      <ul data-lack="notYet" className="grid gap-3 md:gap-2">
        {preview.header.map((given, at) => {
          const name = given.trim() || t('unnamedColumn', { number: at + 1 })
          const sample = preview.sample.slice(0, shownRows).map((cells) => cells[at] ?? '')
          return (
            <li key={at} className={layout}>
              <bdi className="truncate font-medium">{name}</bdi>
              <bdi className="truncate font-mono text-xs text-muted">
                {sample.filter(Boolean).join(' · ')}
              </bdi>
              <Select
                label={<span className="sr-only">{t('readAsOf', { column: name })}</span>}
                items={items}
                value={columns[at] ?? 'skip'}
                onChange={(id) => choose(at, id === 'skip' ? null : id)}
                className="-mt-[5px]"
              />
            </li>
          )
        })}
      </ul>
    </>
  )
}
