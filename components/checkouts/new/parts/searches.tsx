'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { FindList, useFinding } from '@/components/form/fields/find-list'
import type { SearchProps } from '@/components/form/fields/picker'
import { cardTokenListOptions } from '@/lib/card-tokens/client'
import { useCardText } from './card-choice'
import { customerListOptions } from '@/lib/customers/client'
import { foundCustomer } from '@/lib/customers/name'

export function CardSearch({ shop, ...props }: SearchProps) {
  const t = useTranslations('checkoutForm')
  const cardText = useCardText()
  const { typed, query, foundIn } = useFinding(props.firstText)
  const cards = useQuery(cardTokenListOptions(shop, query))
  const found = foundIn(cards)
  const items = (found ?? []).map((card) => ({
    id: card.id,
    title: cardText(card),
    note: card.customer_name ?? card.holder ?? card.email ?? t('cardOfNobody'),
  }))
  return (
    <FindList
      {...props}
      {...typed}
      label={t('findCard')}
      listLabel={t('cards')}
      items={items}
      nothing={cards.isError ? t('cardsFailed') : found ? t('noCard') : t('searching')}
    />
  )
}

export function CustomerSearch({ shop, ...props }: SearchProps) {
  const t = useTranslations('checkoutForm')
  const { typed, query, foundIn } = useFinding(props.firstText)
  const customers = useQuery({ ...customerListOptions(shop, query), refetchInterval: false })
  const found = foundIn(customers)
  return (
    <FindList
      {...props}
      {...typed}
      label={t('findCustomer')}
      listLabel={t('customers')}
      items={found?.map(foundCustomer) ?? []}
      nothing={customers.isError ? t('customersFailed') : found ? t('noCustomer') : t('searching')}
    />
  )
}
