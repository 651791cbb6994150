'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useCountdown } from '@/components/time/again-in'
import { toast } from '@/components/ui/overlays/toast-store'
import { shortName } from '@/lib/core/format/shortened'
import type { ProductDetail, RadarItem } from '@/lib/products/schema'
import type { ProductUpdate } from '@/lib/gateway/products/product'
import { ApiError } from '@/lib/core/api/http'
import { updateProduct } from '@/lib/products/client'
import { productKeys } from '@/lib/core/client/keys'
import { storeAnswer } from '@/lib/core/client/store-answer'
import type { RowHold } from './use-held-radar'

interface Remedy {
  change: ProductUpdate
  /** The old values this page showed. If the product has others by now, nothing is overwritten. */
  expect: ProductUpdate
}

const undoMs = 10_000

/**
 * Repairs a product from the overview, once, and offers an undo for ten seconds. The undo fails if the product was sold
 * or changed since. `successText` formats the success message.
 */
export function useRemedy(
  shop: string,
  { id, name }: Pick<RadarItem, 'id' | 'name'>,
  { done, hold, settle, reopen }: RowHold,
  successText: (product: ProductDetail) => string,
) {
  const t = useTranslations('overview')
  const client = useQueryClient()
  const [waiting, wait] = useCountdown()
  const send = async ({ change, expect }: Remedy) => {
    const product = await updateProduct(shop, id, change, { expect })
    storeAnswer(client, productKeys.detail(shop, id), product)
    return product
  }
  const refresh = () => void client.invalidateQueries({ queryKey: productKeys.all(shop) })
  async function undo({ change, expect }: Remedy) {
    const of = { name: shortName(name ?? id) }
    try {
      await send({ change: expect, expect: change })
      reopen()
      toast(t('undone', of))
    } catch (error) {
      const isOther = error instanceof ApiError && error.code === 'conflict'
      const reason = error instanceof ApiError ? error.title : t('notDone')
      toast(isOther ? t('notUndone', of) : t('undoFailed', { ...of, reason }), 'bad', {
        lifetimeMs: Infinity,
        error,
      })
    }
    refresh()
  }
  const mutation = useMutation({
    mutationFn: send,
    onMutate: hold,
    onSuccess: (product, remedy) => {
      settle(product)
      const action = { label: t('undo'), run: () => void undo(remedy) }
      toast(successText(product), 'ok', { action, lifetimeMs: undoMs })
    },
    onError: (error) => {
      settle(null)
      wait((error instanceof ApiError && Math.ceil(error.retryAfter ?? 0)) || 0)
    },
    onSettled: refresh,
  })
  const once = useOnce(done !== undefined)
  const { error } = mutation
  return {
    apply: (remedy: Remedy) => once(() => mutation.mutateAsync(remedy)),
    isPending: mutation.isPending,
    /** Seconds until the gateway accepts the next attempt. */
    waiting,
    failure: error && (error instanceof ApiError ? error.title : t('notDone')),
  }
}

/**
 * Blocks repeated presses until the action fails or its result is no longer shown. The second press of a double click
 * may come before the button shows that it is pending or done.
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
