'use client'
import { useQueryClient } from '@tanstack/react-query'
import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useIdempotencyKey } from '@/components/form/submitting/use-idempotency-key'
import { isUnconfirmed } from '@/components/form/submitting/use-submit-failure'
import { toast } from '@/components/ui/overlays/toast-store'
import type { ApiError } from '@/lib/core/api/http'
import { productKeys } from '@/lib/core/client/keys'
import { storeAnswer } from '@/lib/core/client/store-answer'
import type { ProductUpdate } from '@/lib/gateway/products/product'
import { productDetailOptions, updateProduct } from '@/lib/products/client'
import type { ProductDetail } from '@/lib/products/schema'

/** Sends changes of a product, and ends the form. */
export function useSaving(shop: string, id: string) {
  const client = useQueryClient()
  const router = useRouter()
  const { keyOf, renew } = useIdempotencyKey()

  /**
   * After a lost request a retry gets a new idempotency key. So does the same change made once more, after someone else
   * took it back: under the old key the server would answer it with the result of the first.
   */
  async function save(change: ProductUpdate, expect: Record<string, unknown>): Promise<ProductDetail> {
    try {
      const saved = await updateProduct(shop, id, change, { expect, idempotencyKey: keyOf([change, expect]) })
      renew()
      return saved
    } catch (error) {
      if (isUnconfirmed(error)) renew()
      throw error
    }
  }
  function store(saved: ProductDetail | null) {
    if (saved) storeAnswer(client, productKeys.detail(shop, id), saved)
    void client.invalidateQueries({ queryKey: productKeys.all(shop) })
  }
  function finish(saved: ProductDetail | null, text: string, tone: 'ok' | 'info' = 'ok') {
    store(saved)
    toast(text, tone)
    router.push(`/shops/${shop}/products/${id}` as Route)
  }
  /** Returns the gateway's present values: those of the conflict, and the rest from a fresh query if it succeeds. */
  async function latest({ current }: ApiError, known: ProductDetail): Promise<ProductDetail> {
    const fresh = await client.query({ ...productDetailOptions(shop, id), staleTime: 0 }).catch(() => known)
    return { ...fresh, ...(current as Partial<ProductDetail>) }
  }
  return { save, store, finish, latest }
}
