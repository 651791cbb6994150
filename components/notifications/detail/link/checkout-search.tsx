'use client'
import { useQuery } from '@tanstack/react-query'
import type { SearchProps } from '@/components/form/fields/picker'
import { useMoney } from '@/components/money/use-money'
import { checkoutListOptions } from '@/lib/checkouts/client'
import { suggestionLimit, TargetSearch, useTyped } from './target-search'

export default function CheckoutSearch(props: SearchProps) {
  const typed = useTyped()
  const { amountText } = useMoney()
  const { data, isError, isPlaceholderData } = useQuery(
    checkoutListOptions(props.shop, { ...(typed.q && { q: typed.q }), limit: suggestionLimit }),
  )
  const found = data?.items.map((checkout) => ({
    id: checkout.id,
    title: checkout.description,
    note: [amountText(checkout), checkout.tracking_id].filter(Boolean).join(' · '),
  }))
  // Results of an earlier query are not offered, as Enter would pick one of them.
  const ready = isPlaceholderData ? undefined : found
  return <TargetSearch {...props} target="checkout" typed={typed} found={ready} isFailed={isError} />
}
