'use client'
import { useQuery } from '@tanstack/react-query'
import type { SearchProps } from '@/components/form/fields/picker'
import { titleOf } from '@/lib/customers/name'
import { customerListOptions } from '@/lib/customers/client'
import { suggestionLimit, TargetSearch, useTyped } from './target-search'

export default function CustomerSearch(props: SearchProps) {
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
