'use client'
import type { ReactNode } from 'react'
import { amountOf, usePaymentText } from '@/components/payment-status/use-payment-text'
import { cx } from '@/components/ui/cx'
import { CopiedValue } from '@/components/ui/text/copy-button'
import type { Route } from 'next'
import { useTranslations } from 'use-intl'
import { useContractName } from '@/components/payment-status/contract-name'
import { useCountryName } from '@/components/form/fields/country-name'
import { useMay } from '@/components/frame/use-may'
import { Card, Section } from '@/components/ui/card'
import { visibleName } from '@/components/ui/text/visible-text'
import { DescriptionList, type Description } from '@/components/ui/text/description-list'
import { Link } from '@/components/ui/link'
import { cardText } from '@/lib/core/format/card'
import type { PaymentDetail } from '@/lib/payments/detail'
import type { Payment } from '@/lib/payments/schema'

interface FactsProps {
  shop: string
  payment: PaymentDetail
}

const linkClass = 'rounded-xs text-accent underline-offset-2 hover:underline'

export function Facts({ shop, payment }: FactsProps) {
  const t = useTranslations('paymentPage.facts')
  return (
    <Card>
      <Section title={t('who')}>
        <DescriptionList className="grid-cols-[92px_1fr]!" items={useWho(shop, payment)} />
      </Section>
      <Section title={t('references')}>
        <DescriptionList className="grid-cols-[92px_1fr]!" items={useReferences(payment)} />
      </Section>
    </Card>
  )
}

function useWho(shop: string, payment: PaymentDetail): Description[] {
  const t = useTranslations('paymentPage.facts')
  const countryName = useCountryName()
  const mayReadTokens = useMay('card_tokens.read')
  const contractName = useContractName()
  const { customers, checkout, product, contracts, email, card, description } = payment
  const cardName = cardText(card.brand, card.last_4)
  const to = (path: string, text: string) => (
    <Link href={`/shops/${shop}/${path}` as Route} className={linkClass}>
      <bdi>{visibleName(text)}</bdi>
    </Link>
  )
  const bank = [card.issuer_name, card.issuer_country && countryName(card.issuer_country)].filter(Boolean)
  return [
    ...customers.map(({ id, name }, at) => ({
      term: at === 0 ? t('customer') : `${t('customer')} ${at + 1}`,
      value: to(`customers/${id}`, name),
    })),
    ...(email ? [{ term: t('email'), value: email }] : []),
    ...(card.holder ? [{ term: t('holder'), value: card.holder }] : []),
    ...(cardName
      ? [
          {
            term: t('card'),
            value:
              card.card_token_id && mayReadTokens
                ? to(`card-tokens/${card.card_token_id}`, cardName)
                : cardName,
          },
        ]
      : []),
    ...(bank.length > 0 ? [{ term: t('bank'), value: bank.join(', ') }] : []),
    ...(checkout
      ? [{ term: t('checkout'), value: to(`checkouts/${checkout.id}`, checkout.description) }]
      : []),
    ...(product
      ? [{ term: t('product'), value: to(`products/${product.id}`, product.name ?? product.id) }]
      : []),
    ...(contracts.length > 0 ? [{ term: t('contract'), value: contracts.map(contractName).join(', ') }] : []),
    ...(!checkout && !product && description ? [{ term: t('description'), value: description }] : []),
    ...(!checkout && !product ? [{ term: t('for'), value: t('unlinked') }] : []),
  ]
}

function useReferences({ uid, tracking_id: trackingId, references }: PaymentDetail): Description[] {
  const t = useTranslations('paymentPage.facts')
  const all: [term: string, text: string | null][] = [
    [t('uid'), uid],
    [t('tracking'), trackingId],
    [t('rrn'), references.rrn],
    [t('authCode'), references.auth_code],
    [t('refId'), references.ref_id],
    [t('descriptor'), references.billing_descriptor],
  ]
  return all.flatMap(([term, text]) =>
    text ? [{ term, value: <CopiedValue label={t('copy', { field: term })} text={text} /> }] : [],
  )
}

interface AmountsProps {
  payment: PaymentDetail
  children?: ReactNode
}

/** The amounts as a sum: what came in, less what went back. */
export function Amounts({ payment, children }: AmountsProps) {
  const t = useTranslations('paymentPage.amounts')
  const { differenceText } = usePaymentText()
  const lines = useLines(payment)
  const differs = differenceText({ ...payment, amount: amountOf(payment) })
  return (
    <Card>
      <Section title={t('title')}>
        <dl className="grid gap-1.5 text-md/5">
          {lines.map(({ label, amount, isSum }) => (
            <div
              key={`${label} ${amount}`}
              className={cx('flex justify-between gap-3', isSum && 'border-t pt-1.5 font-semibold')}
            >
              <dt className={isSum ? undefined : 'text-muted'}>{label}</dt>
              <dd className="num whitespace-nowrap">{amount}</dd>
            </div>
          ))}
        </dl>
        {lines.length === 0 && <p className="text-md/5 text-muted">{t('none')}</p>}
        <NotCounted payment={payment} className="mt-2 block text-md/5" />
        {differs !== null && <p className="mt-2 text-md/5 font-medium text-warn">{differs}</p>}
        {children}
      </Section>
    </Card>
  )
}

type Line = { label: string; amount: string; isSum?: boolean }

function useLines(payment: PaymentDetail): Line[] {
  const t = useTranslations('paymentPage.amounts')
  const { money } = usePaymentText()
  const { currency, asked, held, tried, paid, refunded, charged_back: chargedBack, net } = payment
  const isUncounted = payment.state !== 'declined' && payment.steps.some((step) => step.not_counted !== null)
  const others = otherAmountsOf(payment)
  // A payment of nothing was paid, too.
  const isPaid =
    paid > 0 || payment.steps.some((step) => step.counted_as === 'paid' && step.currency === currency)
  const returned = (as: 'refunded' | 'charged_back', label: string, own: number): Line[] =>
    [{ as, currency, amount: own }, ...others.filter((other) => other.as === as)].flatMap((back) =>
      back.amount > 0 ? { label, amount: `− ${money(back.amount, back.currency)}` } : [],
    )
  return [
    ...(asked ? [{ label: t('asked'), amount: money(asked.amount, asked.currency) }] : []),
    ...(held > 0 ? [{ label: t('held'), amount: money(held, currency) }] : []),
    ...(!isPaid && held === 0 && tried !== null
      ? [{ label: t(isUncounted ? 'notCounted' : 'tried'), amount: money(tried, currency) }]
      : []),
    ...(isPaid || refunded > 0 || chargedBack > 0
      ? [{ label: t('paid'), amount: money(paid, currency) }]
      : []),
    ...others.flatMap((other) =>
      other.as === 'paid' ? { label: t('paid'), amount: money(other.amount, other.currency) } : [],
    ),
    ...returned('refunded', t('refunded'), refunded),
    ...returned('charged_back', t('chargedBack'), chargedBack),
    ...(refunded + chargedBack > 0 ? [{ label: t('net'), amount: money(net, currency), isSum: true }] : []),
  ]
}

interface NotCountedProps {
  payment: Pick<Payment, 'steps'>
  className?: string
}

/** Says why transactions of a payment are in no sum, although they moved money. Once for each reason. */
export function NotCounted({ payment, className }: NotCountedProps) {
  const t = useTranslations('paymentState.notCounted')
  const reasons = new Set(payment.steps.flatMap((step) => step.not_counted ?? []))
  return [...reasons].map((reason) => (
    <span key={reason} className={cx('text-warn', className)}>
      {t(reason)}
    </span>
  ))
}

/** What transactions of a payment brought, or took back, in another currency than its own. */
type OtherAmount = { as: 'paid' | 'refunded' | 'charged_back'; currency: string; amount: number }

/** One for each kind and currency. A number holds each, as more is not counted (`not_counted`). */
function otherAmountsOf({ currency, steps }: Pick<Payment, 'currency' | 'steps'>): OtherAmount[] {
  const found = new Map<string, OtherAmount>()
  for (const step of steps) {
    const { counted_as: as, currency: other, amount } = step
    if (as === null || as === 'failed' || other === null || other === currency) continue
    const key = `${as} ${other}`
    found.set(key, { as, currency: other, amount: (found.get(key)?.amount ?? 0) + (amount ?? 0) })
  }
  return [...found.values()]
}
