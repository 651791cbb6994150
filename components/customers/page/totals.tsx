'use client'
import { useTranslations } from 'use-intl'
import { useMoney } from '@/components/money/use-money'
import { Card } from '@/components/ui/card'
import type { CustomerDetail } from '@/lib/customers/schema'

/** Amounts paid, given back and declined, by currency. */
export function Totals({ totals }: Pick<CustomerDetail, 'totals'>) {
  const t = useTranslations('customers.page')
  const { sumText } = useMoney()
  return (
    <Card>
      <section aria-label={t('totals')} className="divide-y px-5 max-md:px-4">
        {totals.length === 0 && <p className="py-4.5 text-md text-muted">{t('noTotals')}</p>}
        {totals.map(({ currency, paid, payments, failed, net, ...back }) => (
          <dl key={currency} className="grid grid-cols-2 gap-4 py-4.5">
            <div className="min-w-0">
              <dt className="text-sm text-muted">{t('paid')}</dt>
              <dd>
                <span className="block text-xl font-[620] wrap-anywhere tabular-nums">
                  {sumText({ amount: paid, currency }) ?? paid}
                </span>
                <span className="text-sm text-muted">{t('payments', { count: payments })}</span>
                {back.refunds > 0 && (
                  <span className="block text-sm text-muted">
                    {t('refunds', {
                      count: back.refunds,
                      amount: sumText({ amount: back.refunded, currency }) ?? '',
                    })}
                  </span>
                )}
                {back.chargebacks > 0 && (
                  <span className="block text-sm text-danger">
                    {t('chargebacks', {
                      count: back.chargebacks,
                      amount: sumText({ amount: back.charged_back, currency }) ?? '',
                    })}
                  </span>
                )}
              </dd>
            </div>
            {net !== paid && (
              <div className="order-last col-span-2 min-w-0">
                <dt className="text-sm text-muted">{t('net')}</dt>
                <dd className="text-xl font-[620] wrap-anywhere tabular-nums">
                  {sumText({ amount: net, currency }) ?? net}
                </dd>
              </div>
            )}
            <div className="min-w-0">
              <dt className="text-sm text-muted">{t('failed')}</dt>
              <dd>
                <span className="block text-xl font-[620] tabular-nums">{failed}</span>
                <span className="text-sm text-muted">
                  {t(totals.length === 1 ? 'attempts' : 'attemptsIn', { count: failed, currency })}
                </span>
              </dd>
            </div>
          </dl>
        ))}
      </section>
    </Card>
  )
}
