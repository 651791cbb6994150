'use client'
import { CopiedValue } from '@/components/ui/text/copied-value'
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
