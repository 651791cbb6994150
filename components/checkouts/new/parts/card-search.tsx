'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FindList } from '@/components/form/fields/find-list'
import type { SearchProps } from '@/components/form/fields/picker'
import { useSettled } from '@/components/ui/press/use-settled'
import { cardTokenListOptions } from '@/lib/card-tokens/client'
import { useCardText } from './card-choice'

const limit = 8

export default function CardSearch({ shop, ...props }: SearchProps) {
  const t = useTranslations('checkoutForm')
  const cardText = useCardText()
  const [text, setText] = useState('')
  const q = useSettled(text.trim(), 150)
  const { data, isError, isPlaceholderData } = useQuery(
    cardTokenListOptions(shop, { ...(q && { q }), limit }),
  )
  // Results of an earlier query are not offered, as Enter would pick one of them.
  const found = q === text.trim() && !isPlaceholderData ? data?.items : undefined
  const items = (found ?? []).map((card) => ({
    id: card.id,
    title: cardText(card),
    note: card.customer_name ?? card.holder ?? card.email ?? t('cardOfNobody'),
  }))
  return (
    <FindList
      {...props}
      label={t('findCard')}
      listLabel={t('cards')}
      text={text}
      onTextChange={setText}
      items={items}
      nothing={isError ? t('cardsFailed') : found ? t('noCard') : t('searching')}
    />
  )
}
