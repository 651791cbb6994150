'use client'
import { useQuery } from '@tanstack/react-query'
import type { SearchProps } from '@/components/form/fields/picker'
import { useMoney } from '@/components/money/use-money'
import { checkoutListOptions } from '@/lib/checkouts/client'
import { customerListOptions } from '@/lib/customers/client'
import { titleOf } from '@/lib/customers/name'
import { productListOptions } from '@/lib/products/client'
import { suggestionLimit, TargetSearch, useTyped } from './target-search'

export function CheckoutSearch(props: SearchProps) {
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

export function CustomerSearch(props: SearchProps) {
  const typed = useTyped()
  const { data, isError, isPlaceholderData } = useQuery({
    ...customerListOptions(props.shop, { ...(typed.q && { q: typed.q }), limit: suggestionLimit }),
    refetchInterval: false,
  })
  const found = data?.items.map((customer) => {
    const title = titleOf(customer)
    const { id, email } = customer
    return { id, title, note: email && email !== title ? email : id }
  })
  // Results of an earlier query are not offered, as Enter would pick one of them.
  const ready = isPlaceholderData ? undefined : found
  return <TargetSearch {...props} target="customer" typed={typed} found={ready} isFailed={isError} />
}

export function ProductSearch(props: SearchProps) {
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
