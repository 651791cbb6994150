'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useCountdown } from '@/components/time/use-countdown'
import { toast } from '@/components/ui/toast-store'
import type { ProductDetail } from '@/lib/contracts/product'
import type { ProductUpdate } from '@/lib/gateway/product'
import { ApiError } from '@/lib/http'
import { updateProduct } from '@/lib/queries/product-changes'
import { productKeys } from '@/lib/queries/keys'
import type { RowHold } from './use-held-radar'

interface Remedy {
  change: ProductUpdate
  /** What this page showed; where it is otherwise by now, nothing is overwritten. */
  expect: Record<string, unknown>
}

/** Puts a product right from the overview, once; `said` words the success. */
export function useRemedy(
  shop: string,
  id: string,
  { done, hold, settle }: RowHold,
  said: (product: ProductDetail) => string,
) {
  const t = useTranslations('overview')
  const client = useQueryClient()
  const [waiting, wait] = useCountdown()
  const mutation = useMutation({
    mutationFn: ({ change, expect }: Remedy) => updateProduct(shop, id, change, { expect }),
    onMutate: hold,
    onSuccess: (product) => {
      client.setQueryData(productKeys.detail(shop, id), product)
      settle(product)
      toast(said(product))
    },
    onError: (error) => {
      settle(null)
      wait((error instanceof ApiError && Math.ceil(error.retryAfter ?? 0)) || 0)
    },
    onSettled: () => void client.invalidateQueries({ queryKey: productKeys.all(shop) }),
  })
  const once = useOnce(done !== undefined)
  const { error } = mutation
  return {
    apply: (remedy: Remedy) => once(() => mutation.mutateAsync(remedy)),
    isPending: mutation.isPending,
    /** Seconds until a refusal of the gateway is over. */
    waiting,
    failure: error && (error instanceof ApiError ? error.title : t('notDone')),
  }
}

/**
 * Does nothing from a press until it failed, or what it did is no longer shown: the second press of a double click may
 * come before the button shows that it is pending, or that it is done.
 */
function useOnce(isDone: boolean) {
  const isTaken = useRef(false)
  useEffect(() => {
    if (!isDone) isTaken.current = false
  }, [isDone])
  return async (run: () => Promise<unknown>): Promise<void> => {
    if (isTaken.current) return
    isTaken.current = true
    try {
      await run()
    } catch (error) {
      isTaken.current = false
      throw error
    }
  }
}
