'use client'
import { useQuery } from '@tanstack/react-query'
import type { SearchProps } from '@/components/form/fields/picker'
import { useMoney } from '@/components/money/use-money'
import { productListOptions } from '@/lib/products/client'
import { suggestionLimit, TargetSearch, useTyped } from './target-search'

export default function ProductSearch(props: SearchProps) {
  const typed = useTyped()
  const { amountText } = useMoney()
  const { data, isError, isPlaceholderData } = useQuery({
    ...productListOptions(props.shop, { ...(typed.q && { q: typed.q }), limit: suggestionLimit }),
    refetchInterval: false,
  })
  const found = data?.items.map((product) => ({
    id: product.id,
    title: product.name ?? product.id,
    note: [amountText(product), product.id].filter(Boolean).join(' · '),
  }))
  // Results of an earlier query are not offered, as Enter would pick one of them.
  const ready = isPlaceholderData ? undefined : found
  return <TargetSearch {...props} target="product" typed={typed} found={ready} isFailed={isError} />
}
