'use client'
import { useTranslations } from 'use-intl'
import { useMoney } from '@/components/money/use-money'
import type { PayloadDifference } from '@/lib/notifications/schema'
import { visibleText } from '@/components/ui/text/visible-text'

interface DifferencesProps {
  difference: readonly PayloadDifference[]
  /** The notification's currency, for amounts that have none beside them. */
  currency: string | null
}

export function Differences({ difference, currency }: DifferencesProps) {
  const t = useTranslations('notifications.difference')
  const { amountText } = useMoney()
  if (difference.length === 0) return <p className="text-md text-muted">{t('none')}</p>
  const money = (sum: Money | undefined) => (sum ? amountText(sum) : null)
  return (
    <dl dir="ltr" className="grid gap-2 rounded-md border bg-sunken px-3.5 py-3 font-mono text-xs/5">
      {changesOf(difference, currency).map(({ path, before, after, amounts }) => (
        <div key={path} className="min-w-0">
          <dt className="break-all text-info">
            <bdi>{path || t('all')}</bdi>
          </dt>
          <dd className="grid min-w-0 gap-x-2 ps-3.5">
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
          {money && <span className="ms-2 text-muted">{money}</span>}
        </span>
      )}
    </span>
  )
}

/** Longer values are cut. The payload shows them whole. */
const longest = 200

interface Change {
  path: string
  /** The displayed value; null if the path was added or removed. */
  before: string | null
  after: string | null
  /** For display as money. */
  amounts: { before: Money; after: Money } | null
}

/** An amount is in minor units. */
type Money = { amount: number | null; currency: string | null }

export const changesOf = (difference: readonly PayloadDifference[], usual: string | null): Change[] =>
  difference.map((one) => ({
    path: visibleText(one.path),
    before: 'before' in one ? valueText(one.before) : null,
    after: 'after' in one ? valueText(one.after) : null,
    amounts: one.currencies
      ? {
          before: { amount: wholeOf(one.before), currency: one.currencies.before ?? usual },
          after: { amount: wholeOf(one.after), currency: one.currencies.after ?? usual },
        }
      : null,
  }))

const wholeOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) ? value : null

/** Returns a value as JSON on one line, cut to `longest`. */
function valueText(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value.slice(0, longest + 1)) : printed(value)
  return visibleText(text.length > longest ? `${text.slice(0, longest)}…` : text)
}

function printed(value: unknown): string {
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    // Too deeply nested for JSON.stringify.
    return Array.isArray(value) ? '[…]' : '{…}'
  }
}
