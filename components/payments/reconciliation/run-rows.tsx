'use client'
import { useQuery } from '@tanstack/react-query'
import { Rows3 } from 'lucide-react'
import type { Route } from 'next'
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { useLocale, useTranslations } from 'use-intl'
import { pageOfTrail, trailParam } from '@/components/data-table/cursor-trail'
import { DataTable } from '@/components/data-table/data-table'
import { PageGone } from '@/components/data-table/page-gone'
import { QueryError, tableStatus } from '@/components/data-table/query-state'
import { SearchField } from '@/components/data-table/search-field'
import { TableFooter } from '@/components/data-table/table-footer'
import { DownloadLink } from '@/components/dialogs/download-link'
import { cx } from '@/components/ui/cx'
import { EmptyState } from '@/components/ui/empty-state'
import { Select } from '@/components/ui/fields/select'
import type {
  ReconciliationDetail,
  ReconciliationRowItem,
} from '@/lib/payments/reconciliation/reconciliation'
import { reconciliationExportAddress, reconciliationRowsOptions } from '@/lib/payments/reconciliation-client'
import { rowDifferences, rowResults, type RowResult } from '@/lib/payments/reconciliation/statement'
import { RowCard, useRowColumns } from './row-columns'
import { RunTotals } from './run-totals'
import { useReconciliationTexts } from './reconciliation-text'

const params = {
  result: parseAsStringLiteral(rowResults),
  difference: parseAsStringLiteral(rowDifferences),
  q: parseAsString.withDefault(''),
  ...trailParam,
}

/** The groups that are always offered, and those that are offered only if they have rows. */
const groups: readonly RowResult[] = ['only_there', 'only_here', 'differing', 'matched', 'repeated', 'unread']
const rare: readonly RowResult[] = ['repeated', 'unread']

const countOf = ({ counts }: ReconciliationDetail, result: RowResult): number =>
  result === 'pending' ? 0 : counts[result]

/** The rows by their result. Opens with the first group that needs a person to look. */
export function RunRows({ shop, run }: { shop: string; run: ReconciliationDetail }) {
  const t = useTranslations('reconciliation')
  const [asked, setAsked] = useQueryStates(params, { history: 'push' })
  const result = asked.result ?? groups.find((group) => countOf(run, group) > 0) ?? 'matched'
  const { q, difference } = asked
  // Without a group, the address would lead to another one once the counts have changed.
  const { cursor, from, pager, toFirstPage } = pageOfTrail(asked.cursors, (cursors) =>
    setAsked({ result, cursors }, { history: 'replace' }),
  )
  const filter = { result, difference: difference ?? undefined, q: q || undefined }
  const query = useQuery(reconciliationRowsOptions(shop, run.id, { ...filter, cursor }))
  const columns = useRowColumns(run)
  const rows = query.data?.items ?? []
  const next = query.isPlaceholderData ? null : query.data?.next_cursor
  const isNarrowed = q !== '' || difference !== null
  const total = isNarrowed ? from + rows.length - (next ? 0 : 1) : countOf(run, result)
  return (
    <section aria-label={t('groups')}>
      <Groups
        run={run}
        chosen={result}
        onChange={(group) => void setAsked({ result: group, difference: null, cursors: null })}
      />
      <Explanation run={run} result={result} />
      <div className="mb-3 flex flex-wrap items-end gap-3">
        <SearchField
          placeholder={t('search')}
          value={q}
          onSearch={(text) => void setAsked({ q: text, cursors: null }, { history: 'replace' })}
          className="w-64"
        />
        {result === 'differing' && (
          <Select
            label={t('filterDifference')}
            items={[
              { id: 'all' as const, label: t('all') },
              ...rowDifferences.map((id) => ({ id, label: t(`difference.${id}`) })),
            ]}
            value={difference ?? 'all'}
            onChange={(id) => void setAsked({ difference: id === 'all' ? null : id, cursors: null })}
            className="w-56"
          />
        )}
        {countOf(run, result) > 0 && (
          <DownloadLink
            address={reconciliationExportAddress(shop, run.id, filter)}
            isProofNeeded={false}
            variant="secondary"
            className="sm:ms-auto"
          >
            {t('download')}
          </DownloadLink>
        )}
      </div>
      <RunTotals shop={shop} run={run} filter={filter} />
      <DataTable
        label={t(`result.${result}`)}
        columns={columns}
        rows={rows}
        rowId={({ position, here }) => String(position ?? here?.uid)}
        rowHref={(row) => hrefOf(shop, row)}
        sort="position"
        status={tableStatus(query)}
        empty={<NoRows isNarrowed={isNarrowed} toFirstPage={toFirstPage} />}
        error={<QueryError query={query} title={t('rowsFailed')} />}
        renderCard={(row) => <RowCard row={row} run={run} href={hrefOf(shop, row)} />}
        footer={
          rows.length > 0 && (
            <TableFooter
              from={from}
              shown={rows.length}
              total={Math.max(total, from + rows.length - 1)}
              isTotalExact={!isNarrowed || !next}
              {...pager(next)}
            />
          )
        }
      />
    </section>
  )
}

const hrefOf = (shop: string, { payment_uid: uid }: ReconciliationRowItem): Route | null =>
  uid === null ? null : (`/shops/${shop}/payments/${encodeURIComponent(uid)}` as Route)

interface NoRowsProps {
  isNarrowed: boolean
  /** Absent on the first page. */
  toFirstPage: (() => void) | undefined
}

function NoRows({ isNarrowed, toFirstPage }: NoRowsProps) {
  const t = useTranslations('reconciliation')
  if (toFirstPage) return <PageGone toFirstPage={toFirstPage} />
  return <EmptyState icon={<Rows3 size={19} />} title={t(isNarrowed ? 'noRowsFound' : 'noRows')} />
}

interface GroupsProps {
  run: ReconciliationDetail
  chosen: RowResult
  onChange: (result: RowResult) => void
}

function Groups({ run, chosen, onChange }: GroupsProps) {
  const locale = useLocale()
  const t = useTranslations('reconciliation')
  const offered = groups.filter((group) => !rare.includes(group) || countOf(run, group) > 0)
  return (
    <div role="group" aria-label={t('groups')} className="mb-3 grid grid-cols-2 gap-2 sm:flex sm:flex-wrap">
      {offered.map((group) => (
        <button
          key={group}
          type="button"
          aria-pressed={group === chosen}
          onClick={() => onChange(group)}
          className={cx(
            'min-w-32 rounded-md border px-3.5 py-2 text-start',
            group === chosen
              ? 'border-accent bg-accent-weak text-accent'
              : 'bg-surface text-text shadow-card hover:bg-sunken',
          )}
        >
          <span className="block text-lg/6 font-semibold tabular-nums">
            {countOf(run, group).toLocaleString(locale)}
          </span>
          <span className="block text-sm">{t(`result.${group}`)}</span>
        </button>
      ))}
    </div>
  )
}

function Explanation({ run, result }: { run: ReconciliationDetail; result: RowResult }) {
  const t = useTranslations('reconciliation')
  const { dayText } = useReconciliationTexts()
  const { from, to, zone } = run
  const text =
    result !== 'only_here'
      ? t(`resultText.${result}`)
      : from === null || to === null
        ? t('resultText.only_here_none')
        : from === to
          ? t('resultText.only_here_on', { day: dayText(from), zone })
          : t('resultText.only_here', { from: dayText(from), to: dayText(to), zone })
  return <p className="mb-3 max-w-prose text-md text-muted">{text}</p>
}
