'use client'
import { ChevronRight } from 'lucide-react'
import type { Route } from 'next'
import { useTranslations } from 'use-intl'
import { useMoney } from '@/components/money/use-money'
import { StatusBadge } from '@/components/payment-status/status-badge'
import { RelativeTime } from '@/components/time/relative-time'
import { Card, Section } from '@/components/ui/card'
import type { CheckoutDetail, CheckoutTransaction } from '@/lib/contracts/checkout'
import { cardText } from '@/lib/format/card'
import { Link } from '../../ui/link'

interface TransactionsProps {
  shop: string
  transactions: CheckoutDetail['transactions']
}

/** What was paid or tried through it, each with how far that can be believed; arrives by itself. */
export function Transactions({ shop, transactions }: TransactionsProps) {
  const t = useTranslations('checkouts.transactions')
  return (
    <Card>
      <Section title={t('title')} sub={t('sub')}>
        {transactions.length === 0 ? (
          <p className="text-md text-muted">{t('none')}</p>
        ) : (
          <ul className="-mx-2 divide-y">
            {transactions.map((transaction) => (
              <li key={transaction.notification_id}>
                <Transaction shop={shop} transaction={transaction} />
              </li>
            ))}
          </ul>
        )}
      </Section>
    </Card>
  )
}

function Transaction({ shop, transaction }: { shop: string; transaction: CheckoutTransaction }) {
  const t = useTranslations('checkouts.transactions')
  const { amountText } = useMoney()
  const { notification_id: id, at, status, type, message, uid, authenticity, matched_by: by } = transaction
  const { card_brand: brand, card_last_4: last4 } = transaction
  const card = last4 && cardText(brand, last4)
  return (
    <Link
      href={`/shops/${shop}/notifications?open=${id}` as Route}
      className="flex gap-3 rounded-sm px-2 py-2.5 text-md/5 hover:bg-sunken/60"
    >
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <StatusBadge
            notification={{
              status,
              kind: 'transaction',
              worked_out: true,
              quarantined: authenticity === 'unverified',
            }}
          />
          <span className="font-medium tabular-nums">{amountText(transaction)}</span>
          {type && <span className="min-w-0 truncate text-muted">{type}</span>}
          {card && <span className="text-muted">{card}</span>}
          <span className="ml-auto text-muted">
            <RelativeTime at={at} isPlain />
          </span>
        </span>
        {message && status !== 'successful' && (
          <span className="mt-1 block wrap-anywhere">
            <bdi>{message}</bdi>
          </span>
        )}
        <span className="mt-1 flex flex-wrap gap-x-2 text-sm text-muted">
          <span>{t(`evidence.${authenticity}`)}</span>
          <span>{t(`matched.${by}`)}</span>
          {uid && <span className="min-w-0 truncate font-mono text-xs/5">{uid}</span>}
        </span>
      </span>
      <ChevronRight aria-hidden size={14} className="mt-1 shrink-0 text-muted" />
    </Link>
  )
}
