'use client'
import { useTranslations } from 'use-intl'
import { useMoney } from '@/components/money/use-money'
import type { PayloadDifference } from '@/lib/notifications/schema'
import { type Change, changesOf } from './difference'

interface DifferencesProps {
  difference: readonly PayloadDifference[]
  /** Of its amounts. */
  currency: string | null
}

/** What one payload has other than another, path by path. */
export function Differences({ difference, currency }: DifferencesProps) {
  const t = useTranslations('notifications.difference')
  const { amountText } = useMoney()
  if (difference.length === 0) return <p className="text-md text-muted">{t('none')}</p>
  const money = (amount: number | null | undefined) => amountText({ amount: amount ?? null, currency })
  return (
    <dl className="grid gap-2 rounded-md border bg-sunken px-3.5 py-3 font-mono text-xs/5">
      {changesOf(difference).map(({ path, before, after, amounts }) => (
        <div key={path} className="min-w-0">
          <dt className="break-all text-info">
            <bdi>{path || t('all')}</bdi>
          </dt>
          <dd className="grid min-w-0 gap-x-2 pl-3.5">
            <Value of="before" text={before} money={money(amounts?.before)} />
            <Value of="after" text={after} money={money(amounts?.after)} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

const signs = { before: '−', after: '+' }

interface ValueProps {
  of: 'before' | 'after'
  text: Change['before']
  money: string | null
}

function Value({ of, text, money }: ValueProps) {
  const t = useTranslations('notifications.difference')
  return (
    <span className="flex min-w-0 gap-2">
      <span aria-hidden className={of === 'before' ? 'text-danger' : 'text-accent'}>
        {signs[of]}
      </span>
      <span className="sr-only">{t(of)}</span>
      {text === null ? (
        <span className="text-muted">{t(of === 'before' ? 'wasNot' : 'isNot')}</span>
      ) : (
        <span className="min-w-0 break-all">
          <bdi>{text}</bdi>
          {money && <span className="ml-2 text-muted">{money}</span>}
        </span>
      )}
    </span>
  )
}
