'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useCountdown } from '@/components/time/use-countdown'
import { toast } from '@/components/ui/toast-store'
import type { ProductDetail } from '@/lib/contracts/product'
import type { ProductUpdate } from '@/lib/gateway/product'
import { ApiError } from '@/lib/http'
import { updateProduct } from '@/lib/queries/product-changes'
import { productKeys } from '@/lib/queries/keys'

interface Remedy {
  change: ProductUpdate
  /** What this page showed; where it is otherwise by now, nothing is overwritten. */
  expect: Record<string, unknown>
}

/** Puts a product right from the overview; `said` words the success. */
export function useRemedy(shop: string, id: string, said: (product: ProductDetail) => string) {
  const t = useTranslations('overview')
  const client = useQueryClient()
  const [waiting, wait] = useCountdown()
  const mutation = useMutation({
    mutationFn: ({ change, expect }: Remedy) => updateProduct(shop, id, change, { expect }),
    onSuccess: (product) => {
      client.setQueryData(productKeys.detail(shop, id), product)
      toast(said(product))
    },
    onError: (error) => wait((error instanceof ApiError && Math.ceil(error.retryAfter ?? 0)) || 0),
    onSettled: () => client.invalidateQueries({ queryKey: productKeys.all(shop) }),
  })
  const { error } = mutation
  return {
    apply: mutation.mutateAsync,
    isPending: mutation.isPending,
    /** Seconds until a refusal of the gateway is over. */
    waiting,
    failure: error && (error instanceof ApiError ? error.title : t('notDone')),
  }
}
