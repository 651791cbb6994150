'use client'
import type { Route } from 'next'
import { useMemo, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Column } from '@/components/data-table/table-head'
import { usePaymentText } from '@/components/payment-status/use-payment-text'
import { cx } from '@/components/ui/cx'
import { Link } from '@/components/ui/link'
import { Badge } from '@/components/ui/text/badge'
import { visibleName } from '@/components/ui/text/visible-text'
import type {
  ReconciliationDetail,
  ReconciliationRowItem,
} from '@/lib/payments/reconciliation/reconciliation'
import { otherUnitIn } from '@/lib/payments/reconciliation/statement-unit'
import { useReconciliationTexts } from './reconciliation-text'

/** Returns the columns of the rows. Rows are numbered as in a spreadsheet. */
export function useRowColumns(run: ReconciliationDetail): Column<ReconciliationRowItem>[] {
  const t = useTranslations('reconciliation')
  return useMemo(
    () => [
      {
        id: 'position',
        header: t('row.number'),
        align: 'end',
        className: 'w-14 text-muted',
        cell: ({ position }) => position ?? '–',
      },
      {
        id: 'transaction',
        header: t('row.transaction'),
        isPrimary: true,
        className: 'max-w-[260px]',
        skeleton: 'my-[11px] h-3.5 w-48',
        cell: (row) => <Name row={row} />,
      },
      { id: 'there', header: t('row.there'), cell: (row) => <Side row={row} of="there" /> },
      { id: 'here', header: t('row.here'), cell: (row) => <Side row={row} of="here" /> },
      {
        id: 'what',
        header: t('row.what'),
        className: 'min-w-[200px] whitespace-normal',
        cell: (row) => <What row={row} run={run} />,
      },
    ],
    [t, run],
  )
}

function Name({ row: { there, here } }: { row: ReconciliationRowItem }) {
  const t = useTranslations('reconciliation')
  const uid = there?.uid ?? here?.uid
  const tracking = there?.tracking_id ?? here?.tracking_id
  const name = uid ?? tracking
  return (
    <>
      <bdi className={cx('block truncate', name ? 'font-mono text-xs' : 'text-muted')}>
        {name ? visibleName(name) : t('row.noReference')}
      </bdi>
      {uid && tracking && <bdi className="block truncate text-xs text-muted">{visibleName(tracking)}</bdi>}
    </>
  )
}

/** Shows amount, type and day of one side. A dash means no value, or the same as on the other side. */
function Side({ row, of }: { row: ReconciliationRowItem; of: 'there' | 'here' }) {
  const t = useTranslations('reconciliation')
  const { money, typeText } = usePaymentText()
  const { dayText } = useReconciliationTexts()
  const side = row[of]
  if (!side)
    return <span className="text-muted">{of === 'here' && row.result === 'matched' ? '=' : '–'}</span>
  const { amount, amount_text: text, currency, type, day, status } = side
  const isStatusShown = row.differences.includes('status')
  const fee = of === 'there' ? (row.there?.fee ?? null) : null
  return (
    <>
      <span className="block tabular-nums">
        {amount !== null && currency !== null
          ? money(amount, currency)
          : text === null
            ? '–'
            : t('row.unreadable', { text: [text, currency].filter(Boolean).join(' ') })}
      </span>
      <span className="block text-xs text-muted">
        {[type && typeText(type), day && dayText(day), isStatusShown && status].filter(Boolean).join(' · ')}
      </span>
      {fee !== null && currency !== null && (
        <span className="block text-xs text-muted tabular-nums">
          {t('row.fee', { fee: money(fee, currency) })}
        </span>
      )}
    </>
  )
}

/** The values of the problem `other_currency`. A unit that is known now may have been unknown when the row was read. */
function otherUnitOf({ there }: ReconciliationRowItem) {
  const { currency, amount_text: text } = there ?? {}
  return { currency: currency ?? '', unit: otherUnitIn(text ?? '', currency ?? '') ?? text ?? '' }
}

/** How the sides differ, why a row is not read or recorded, and what ours rests on. */
function What({ row, run }: { row: ReconciliationRowItem; run: ReconciliationDetail }) {
  const t = useTranslations('reconciliation')
  const { differences, problems, matched_by: by, here, result, recorded } = row
  const lines: ReactNode[] = [
    result === 'matched' && by && t(`by.${by}`),
    result === 'only_there' && problems.length === 0 && !recorded && t('row.recordable'),
    ...problems.map((problem) => t(`problem.${problem}`, otherUnitOf(row))),
    result === 'only_here' && here && t(`grade.${here.authenticity}`),
    result === 'differing' && by && by !== 'uid' && t(`by.${by}`),
  ].filter(Boolean)
  return (
    <span className="grid gap-1">
      {(differences.length > 0 || recorded) && (
        <span className="flex flex-wrap gap-1">
          {differences.map((difference) => (
            <Badge key={difference} tone="warn">
              {t(`difference.${difference}`)}
            </Badge>
          ))}
          {recorded && (
            <Badge tone={run.state === 'undone' ? 'neutral' : 'ok'}>
              {t(run.state === 'undone' ? 'row.takenBack' : 'row.recorded')}
            </Badge>
          )}
        </span>
      )}
      {lines.map((line, at) => (
        <span key={at} className="text-sm text-muted">
          {line}
        </span>
      ))}
    </span>
  )
}

interface RowCardProps {
  row: ReconciliationRowItem
  run: ReconciliationDetail
  href: Route | null
}

/** A row on a phone. */
export function RowCard({ row, run, href }: RowCardProps) {
  const t = useTranslations('reconciliation')
  return (
    <div className="grid grid-cols-1 gap-2 text-md">
      <div className="flex items-start justify-between gap-3">
        {href ? (
          <Link href={href} data-row-link="" className="min-w-0 rounded-sm">
            <Name row={row} />
          </Link>
        ) : (
          <div className="min-w-0">
            <Name row={row} />
          </div>
        )}
        {row.position !== null && (
          <span className="shrink-0 text-sm text-muted tabular-nums">
            {t('row.number')} {row.position}
          </span>
        )}
      </div>
      <div className="grid grid-cols-2 gap-3">
        {(['there', 'here'] as const).map((of) => (
          <div key={of}>
            <span className="block text-xs text-muted">{t(`row.${of}`)}</span>
            <Side row={row} of={of} />
          </div>
        ))}
      </div>
      <What row={row} run={run} />
    </div>
  )
}
