'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CustomerDetail } from '@/lib/customers/schema'
import { customerKeys } from '@/lib/core/client/keys'

/** Runs a change that returns the updated customer, and refetches everything that shows customers. */
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
    // Also after a failure: the customer may differ from what was shown.
    onSettled: () => client.invalidateQueries({ queryKey: customerKeys.all(shop) }),
  })
}
