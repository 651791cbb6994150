'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { QueryError } from '@/components/data-table/query-state'
import { useMoney } from '@/components/money/use-money'
import { cx } from '@/components/ui/cx'
import type {
  ReconciliationDetail,
  ReconciliationRowsFilter,
  ReconciliationTotals,
} from '@/lib/payments/reconciliation/reconciliation'
import { reconciliationTotalsOptions } from '@/lib/payments/reconciliation-client'

interface RunTotalsProps {
  shop: string
  run: ReconciliationDetail
  filter: ReconciliationRowsFilter
}

const cell = 'border-b px-3 py-1.5 num whitespace-nowrap first:text-start'

/** Which columns have any values. */
type Shown = Record<'there' | 'here' | 'fees', boolean>

/** What the shown rows add up to, by kind and currency. */
export function RunTotals({ shop, run, filter }: RunTotalsProps) {
  const t = useTranslations('reconciliation')
  const query = useQuery(reconciliationTotalsOptions(shop, run.id, filter))
  const items = query.data?.items ?? []
  if (query.isError && !query.data) return <QueryError query={query} title={t('totals.failed')} />
  if (items.length === 0) return null
  const isThere = filter.result !== 'only_here'
  const shown: Shown = {
    there: isThere,
    here: items.some((item) => item.here.count > 0),
    fees: isThere && run.mapping.columns.includes('fee'),
  }
  return (
    <div
      className={cx(
        'mb-3 w-fit max-w-full overflow-x-auto rounded-md border bg-surface shadow-card',
        query.isPlaceholderData && 'opacity-60',
      )}
      role="group"
      aria-busy={query.isPlaceholderData}
      aria-label={t('totals.title')}
      tabIndex={0}
    >
      <table className="text-md tabular-nums [&_tbody_tr:last-child>*]:border-b-0">
        <caption className="sr-only">{t('totals.title')}</caption>
        <thead className="text-sm text-muted">
          <tr>
            <Head>{t('totals.kind')}</Head>
            {shown.there && <Head columns={2}>{t('row.there')}</Head>}
            {shown.here && <Head columns={2}>{t('row.here')}</Head>}
            {shown.fees && <Head>{t('totals.fees')}</Head>}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <Total key={`${item.kind} ${item.currency}`} item={item} shown={shown} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const Head = ({ columns = 1, children }: { columns?: number; children: string }) => (
  <th scope="col" colSpan={columns} className={`${cell} font-medium`}>
    {children}
  </th>
)

function Total({ item, shown }: { item: ReconciliationTotals['items'][number]; shown: Shown }) {
  const t = useTranslations('reconciliation.totals')
  const { amountText } = useMoney()
  const { kind, currency, there, here, fees } = item
  const text = (minor: string) => amountText({ amount: BigInt(minor), currency }) ?? '–'
  return (
    <tr>
      <th scope="row" className={`${cell} font-medium`}>
        {t(`kinds.${kind ?? 'unknown'}`)} {currency ?? t('noCurrency')}
      </th>
      {shown.there && (
        <>
          <td className={cell}>{t('count', { count: there.count })}</td>
          <td className={cell}>
            {text(there.amount)}
            {there.unread > 0 && (
              <span className="block text-xs text-warn">{t('unread', { count: there.unread })}</span>
            )}
          </td>
        </>
      )}
      {shown.here && (
        <>
          <td className={cell}>{t('count', { count: here.count })}</td>
          <td className={cell}>{text(here.amount)}</td>
        </>
      )}
      {shown.fees && (
        <td className={cell}>
          {fees.count === 0 ? '–' : text(fees.amount)}
          {fees.count > 0 && fees.count < there.count + fees.failed && (
            <span className="block text-xs text-muted">
              {t('someFees', { count: fees.count, of: there.count + fees.failed })}
            </span>
          )}
          {fees.failed > 0 && (
            <span className="block text-xs text-muted">{t('failedFees', { count: fees.failed })}</span>
          )}
        </td>
      )}
    </tr>
  )
}
