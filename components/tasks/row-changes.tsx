'use client'
import { ArrowRight } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { TaskRowItem } from '@/lib/contracts/task'
import { useFieldText } from '@/components/product-values/field-text'
import { type Difference, differencesOf, type Shown } from './differences'

/** So many fields of a row are shown; of a product that is made there may be a dozen. */
const shownFields = 4

/** What a row changes and from what, and what is wrong with it. */
export function RowChanges({ row }: { row: TaskRowItem }) {
  const t = useTranslations('tasks')
  const all = differencesOf(row)
  return (
    <div className="grid gap-1">
      {all.slice(0, shownFields).map((difference) => (
        <DifferenceLine key={difference.field} difference={difference} />
      ))}
      {all.length > shownFields && (
        <span className="text-sm text-muted">{t('more', { count: all.length - shownFields })}</span>
      )}
      <RowErrors errors={row.errors} />
    </div>
  )
}

function DifferenceLine({ difference: { field, before, after } }: { difference: Difference }) {
  const t = useTranslations('tasks')
  const label = useDifferenceLabel()
  return (
    <div className="grid grid-cols-[92px_1fr] gap-x-2 max-md:grid-cols-[84px_1fr]">
      <span className="truncate text-muted" title={label(field)}>
        {label(field)}
      </span>
      <span className="flex min-w-0 flex-wrap items-start gap-x-2">
        {before && (
          // As wide in each row, so that what it becomes stands in a column.
          <span className="min-w-0 md:w-44">
            <span className="sr-only">{t('was')}</span>
            <Value shown={before} isOld />
          </span>
        )}
        <span className="flex min-w-0 items-start gap-x-2">
          {before && (
            <>
              <ArrowRight aria-hidden size={13} className="mt-[3px] shrink-0 text-faint" />
              <span className="sr-only">{t('becomes')}</span>
            </>
          )}
          <Value shown={after} />
        </span>
      </span>
    </div>
  )
}

/** Money in major units, with what is sent beneath. */
function Value({ shown: { field, value, currency }, isOld = false }: { shown: Shown; isOld?: boolean }) {
  const t = useTranslations()
  const { text } = useFieldText()
  const words =
    field === 'infinite'
      ? t('products.unlimited')
      : field === 'immortal'
        ? t('products.noExpiry')
        : text(field, value, currency)
  return (
    <span className={isOld ? 'min-w-0 text-muted' : 'min-w-0 font-medium'}>
      <bdi className="wrap-anywhere tabular-nums">{words}</bdi>
      {field === 'amount' && typeof value === 'number' && (
        <span className="block font-mono text-xs font-normal text-muted">
          {t('tasks.minor', { amount: String(value) })}
        </span>
      )}
    </span>
  )
}

function useDifferenceLabel() {
  const t = useTranslations()
  const { label } = useFieldText()
  return (field: string): string => {
    if (field === 'archived') return t('tasks.archivedField')
    if (field === 'price') return t('products.price')
    if (field === 'id') return t('products.id')
    return field === 'stock' || field === 'payableUntil' ? t(`products.${field}`) : label(field)
  }
}

/** Why a row is not possible or was not done, each reason beside its field. */
function RowErrors({ errors }: { errors: TaskRowItem['errors'] }) {
  const label = useDifferenceLabel()
  if (!errors) return null
  return (
    <ul className="grid gap-0.5 text-danger">
      {Object.entries(errors).map(([field, messages]) => (
        <li key={field} className="wrap-anywhere">
          {field === 'base' ? messages.join('. ') : `${label(field)}: ${messages.join('. ')}`}
        </li>
      ))}
    </ul>
  )
}
