'use client'
import { useTranslations } from 'use-intl'
import { useMoney } from '@/components/money/use-money'
import type { Statistics } from '@/lib/overview/schema'
import { useBarName } from './use-bar-name'

const cell = 'border-b px-2 py-1.5 text-right whitespace-nowrap first:pl-0 first:text-left last:pr-0'

/** What the chart draws, to read. */
export function SeriesTable({ statistics, label }: { statistics: Statistics; label: string }) {
  const t = useTranslations('overview.chart')
  const { amountText } = useMoney()
  const name = useBarName(statistics)
  const { series, currency, step } = statistics
  const money = (amount: number) => amountText({ amount, currency }) ?? String(amount)
  return (
    <div className="max-h-72 overflow-auto" role="group" aria-label={label} tabIndex={0}>
      <table className="w-full text-md tabular-nums">
        <thead className="text-sm text-muted">
          <tr>
            {(['at', 'paidColumn', 'payments', 'failed', 'before'] as const).map((column) => (
              <th key={column} scope="col" className={`${cell} sticky top-0 bg-surface font-medium`}>
                {column === 'at' ? t(`steps.${step}`) : t(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {series.map(({ at, paid, payments, failed, before }) => (
            <tr key={at}>
              <th scope="row" className={`${cell} font-normal`}>
                {name(at)}
              </th>
              <td className={cell}>{money(paid)}</td>
              <td className={cell}>{payments}</td>
              <td className={cell}>{failed}</td>
              <td className={cell}>{before ? money(before.paid) : '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
