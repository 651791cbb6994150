'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CustomerDetail } from '@/lib/customers/schema'
import { customerKeys } from '@/lib/core/client/keys'

/** Does something that answers with the customer as it is then; what else shows customers is read again. */
export function useCustomerChange<Input = void>(
  shop: string,
  id: string,
  change: (input: Input) => Promise<CustomerDetail>,
  onChanged?: (customer: CustomerDetail, input: Input) => void,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (customer, input) => {
      client.setQueryData(customerKeys.detail(shop, id), customer)
      onChanged?.(customer, input)
    },
    // Also where it failed: then the customer may not be what was seen.
    onSettled: () => client.invalidateQueries({ queryKey: customerKeys.all(shop) }),
  })
}
