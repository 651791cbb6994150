'use client'
import { useQuery } from '@tanstack/react-query'
import { visibleName } from '@/components/ui/visible-text'
import { titleOf } from '@/lib/customers/name'
import { customerDetailOptions } from '@/lib/customers/client'

/** What another customer is called; its ID until that is known. */
export function useCustomerTitle(shop: string, id: string | null): string {
  const { data } = useQuery({ ...customerDetailOptions(shop, id ?? ''), enabled: id !== null })
  return data ? visibleName(titleOf(data)) : (id ?? '')
}
