'use client'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'
import { type TaskDetail, type TaskRowState, taskRowStates } from '@/lib/jobs/schema'
import { rowNameOf, shownRows } from './stage'

interface RowStateFilterProps {
  task: TaskDetail
  /** Null: all. */
  state: TaskRowState | null
  onChange: (state: TaskRowState | null) => void
}

/** How many rows are in each state, which also narrows the table to them. */
export function RowStateFilter({ task, state, onChange }: RowStateFilterProps) {
  const t = useTranslations('tasks')
  const present = taskRowStates.filter((one) => one !== 'pending' && (task.counts[one] > 0 || one === state))
  return (
    <div role="group" aria-label={t('filter')} className="flex flex-wrap gap-1">
      {[null, ...present].map((one) => (
        <button
          key={one ?? 'all'}
          type="button"
          aria-pressed={one === state}
          onClick={() => onChange(one)}
          className={cx(
            'flex min-h-6 items-center gap-1.5 rounded-full border px-2.5 text-sm max-md:min-h-8',
            one === state
              ? 'border-border-strong bg-surface font-medium text-text'
              : 'border-transparent text-muted hover:bg-sunken hover:text-text',
          )}
        >
          {one === null ? t('all') : t(`row.${rowNameOf(task, one)}`)}
          <span className="tabular-nums">{t('howMany', { count: shownRows(task, one) })}</span>
        </button>
      ))}
    </div>
  )
}
