'use client'
import { useQuery } from '@tanstack/react-query'
import { visibleName } from '@/components/ui/text/visible-text'
import { customerDetailOptions } from '@/lib/customers/client'
import { titleOf } from '@/lib/customers/name'

/** Returns a customer's title, or the ID until it is loaded. */
export function useCustomerTitle(shop: string, id: string | null): string {
  const { data } = useQuery({ ...customerDetailOptions(shop, id ?? ''), enabled: id !== null })
  return data ? visibleName(titleOf(data)) : (id ?? '')
}
