'use client'
import { useTranslations } from 'use-intl'
import { useTimeZones } from '@/components/time/time-zones'
import { Choice } from '@/components/ui/choice'
import { NativeSelect } from '@/components/ui/fields/native-select'
import { TextField } from '@/components/ui/fields/text-field'
import type { StatementMapping } from '@/lib/payments/reconciliation'
import { dateOrders, decimalMarks } from '@/lib/payments/statement'

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
