'use client'
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { useCountryName } from '@/components/form/fields/country-name'
import { useMoney } from '@/components/money/use-money'
import { usePaymentText } from '@/components/payment-status/use-payment-text'
import { useViewerTimeZone } from '@/components/time/clock'
import { formatExact } from '@/lib/core/format/dates'
import { timelineOptions } from '@/lib/customers/client'
import { nameOf } from '@/lib/customers/name'
import type { CustomerDetail, TimelinePage } from '@/lib/customers/schema'
import type { Reveal } from './use-customer'

/** The most payments that an e-mail lists. */
const most = 5

/**
 * Returns a customer as text for an e-mail: identity, amounts paid, newest payments. Masks what the page masks, and
 * leaves out notes, which are for colleagues.
 */
export function useSummary(shop: string, customer: CustomerDetail, { personal }: Reveal): string {
  const t = useTranslations('customers')
  const countryName = useCountryName()
  const { sumText } = useMoney()
  const { title, parts } = usePaymentText()
  const timeZone = useViewerTimeZone()
  const locale = useLocale()
  const newest = useNewestPayments(shop, customer.id)
  const { email, phone, contact } = personal
  const place = [personal.city, customer.country && countryName(customer.country)].filter(Boolean).join(', ')
  const facts: [string, string | null | undefined][] = [
    [t('columns.name'), nameOf(personal)],
    [t('details.email'), contact.email ?? email],
    [t('details.phone'), contact.phone ?? phone],
    [t('columns.country'), place],
    [t('details.externalId'), personal.external_id],
    [t('details.id'), customer.id],
    ...customer.totals.map(({ currency, paid, payments, failed, net, ...back }): [string, string] => [
      t('page.paid'),
      [
        sumText({ amount: paid, currency }),
        t('page.payments', { count: payments }),
        back.refunds > 0 &&
          t('page.refunds', {
            count: back.refunds,
            amount: sumText({ amount: back.refunded, currency }) ?? '',
          }),
        back.chargebacks > 0 &&
          t('page.chargebacks', {
            count: back.chargebacks,
            amount: sumText({ amount: back.charged_back, currency }) ?? '',
          }),
        net !== paid && `${t('page.net')}: ${sumText({ amount: net, currency }) ?? ''}`,
        failed > 0 && t('page.failedCount', { count: failed }),
      ]
        .filter(Boolean)
        .join(', '),
    ]),
  ]
  const paymentLines = newest.map((entry) => {
    const at = formatExact(new Date(entry.at), timeZone, locale)
    return `- ${at}: ${[title(entry), ...parts(entry)].join(' · ')}`
  })
  return [
    ...facts.filter(([, value]) => value).map(([name, value]) => `${name}: ${value}`),
    ...(paymentLines.length > 0 ? ['', `${t('page.newest')}:`, ...paymentLines] : []),
  ].join('\n')
}

/** Returns the payments of the page's timeline. Asks for more if the entries read have too few. */
function useNewestPayments(shop: string, id: string) {
  const all = useInfiniteQuery(timelineOptions(shop, id))
  const shown = paymentsIn(all.data)
  const isShort = all.hasNextPage && shown.length < most
  const own = useInfiniteQuery({ ...timelineOptions(shop, id, 'payment'), enabled: isShort })
  const found = isShort && own.data ? paymentsIn(own.data) : shown
  return found.slice(0, most)
}

const paymentsIn = (read: InfiniteData<TimelinePage> | undefined) =>
  (read?.pages.flatMap(({ items }) => items) ?? []).filter((entry) => entry.kind === 'payment')
