'use client'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useCountryName } from '@/components/form/fields/country-name'
import { useMoney } from '@/components/money/use-money'
import { usePaymentText } from '@/components/payment-status/use-payment-text'
import { useViewerTimeZone } from '@/components/time/clock'
import { visibleName } from '@/components/ui/text/visible-text'
import { customerKeys } from '@/lib/core/client/keys'
import { formatExact } from '@/lib/core/format/dates'
import { ApiError } from '@/lib/core/http'
import { revealCustomer, customerDetailOptions, timelineOptions } from '@/lib/customers/client'
import { nameOf, titleOf } from '@/lib/customers/name'
import type { CustomerDetail, LocalContact, RevealedCustomer } from '@/lib/customers/schema'

/** Runs a change that returns the updated customer, and refetches everything that shows customers. */
export function useCustomerChange<Input = void>(
  shop: string,
  id: string,
  change: (input: Input) => Promise<CustomerDetail>,
  onChanged?: (customer: CustomerDetail, input: Input) => void,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (customer, input) => {
      client.setQueryData(customerKeys.detail(shop, id), customer)
      onChanged?.(customer, input)
    },
    // Also runs after a failure, because the customer may have changed.
    onSettled: () => client.invalidateQueries({ queryKey: customerKeys.all(shop) }),
  })
}

export function useFailureText(): (error: Error) => string {
  const t = useTranslations()
  return (error) => {
    if (!(error instanceof ApiError)) return t('errors.network')
    return error.code === 'conflict' ? t('customers.page.conflict') : error.title
  }
}

/** Returns a customer's title, or the ID until it is loaded. */
export function useCustomerTitle(shop: string, id: string | null): string {
  const { data } = useQuery({ ...customerDetailOptions(shop, id ?? ''), enabled: id !== null })
  return data ? visibleName(titleOf(data)) : (id ?? '')
}

/**
 * The personal data of a customer as this page shows it: as loaded, or revealed on request. Revealed values live only
 * as long as the page.
 */
export function useReveal(shop: string, customer: CustomerDetail) {
  const [revealed, setRevealed] = useState<RevealedCustomer | null>(null)
  const reveal = useMutation({ mutationFn: () => revealCustomer(shop, customer.id), onSuccess: setRevealed })
  const isRevealed = revealed !== null && !customer.anonymised
  const personal: RevealedCustomer = isRevealed ? revealed : customer
  return {
    personal,
    isMasked: customer.masked && !isRevealed,
    isRevealed,
    reveal,
    hide: () => setRevealed(null),
    /** Applies a correction to the revealed values. */
    correct: (next: LocalContact) => setRevealed((before) => before && { ...before, contact: next }),
  }
}
export type Reveal = ReturnType<typeof useReveal>

/** The most payments that an e-mail lists. */
const most = 5

/**
 * Returns a customer as text for an e-mail: identity, amounts paid, newest payments. Masks what the page masks, and
 * leaves out notes, which are for colleagues.
 */
export function useSummary(shop: string, customer: CustomerDetail, { personal }: Reveal): string {
  const t = useTranslations('customers')
  const countryName = useCountryName()
  const { amountText } = useMoney()
  const { title, parts } = usePaymentText()
  const timeZone = useViewerTimeZone()
  const locale = useLocale()
  const { data } = useInfiniteQuery(timelineOptions(shop, customer.id))
  const { email, phone, contact } = personal
  const place = [customer.city, customer.country && countryName(customer.country)].filter(Boolean).join(', ')
  const facts: [string, string | null | undefined][] = [
    [t('columns.name'), nameOf(customer)],
    [t('details.email'), contact.email ?? email],
    [t('details.phone'), contact.phone ?? phone],
    [t('columns.country'), place],
    [t('details.externalId'), customer.external_id],
    [t('details.id'), customer.id],
    ...customer.totals.map(({ currency, paid, payments, failed, net, ...back }): [string, string] => [
      t('page.paid'),
      [
        amountText({ amount: paid, currency }),
        t('page.payments', { count: payments }),
        back.refunds > 0 &&
          t('page.refunds', {
            count: back.refunds,
            amount: amountText({ amount: back.refunded, currency }) ?? '',
          }),
        back.chargebacks > 0 &&
          t('page.chargebacks', {
            count: back.chargebacks,
            amount: amountText({ amount: back.charged_back, currency }) ?? '',
          }),
        net !== paid && `${t('page.net')}: ${amountText({ amount: net, currency }) ?? ''}`,
        failed > 0 && t('page.failedCount', { count: failed }),
      ]
        .filter(Boolean)
        .join(', '),
    ]),
  ]
  const paymentLines = (data?.pages.flatMap(({ items }) => items) ?? [])
    .filter((entry) => entry.kind === 'payment')
    .slice(0, most)
    .map((entry) => {
      const at = formatExact(new Date(entry.at), timeZone, locale)
      return `- ${at}: ${[title(entry), ...parts(entry)].join(' · ')}`
    })
  return [
    ...facts.filter(([, value]) => value).map(([name, value]) => `${name}: ${value}`),
    ...(paymentLines.length > 0 ? ['', `${t('page.newest')}:`, ...paymentLines] : []),
  ].join('\n')
}
