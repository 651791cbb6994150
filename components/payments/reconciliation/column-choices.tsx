'use client'
import { useTranslations } from 'use-intl'
import { Select } from '@/components/ui/fields/select'
import { cx } from '@/components/ui/cx'
import type { StatementMapping, StatementPreview } from '@/lib/payments/reconciliation'
import { statementTargets } from '@/lib/payments/statement'

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
