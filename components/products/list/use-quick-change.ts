'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import { useMoney } from '@/components/money/use-money'
import { toast } from '@/components/ui/overlays/toast-store'
import { productKeys } from '@/lib/core/client/keys'
import { shortName } from '@/lib/core/format/shortened'
import { ApiError } from '@/lib/core/api/http'
import type { ProductUpdate } from '@/lib/gateway/products/product'
import { updateProduct } from '@/lib/products/client'
import type { ProductDetail, ProductItem, ProductListItem, ProductPage } from '@/lib/products/schema'
import { storeAnswer } from '@/lib/core/client/store-answer'
import type { QuickField } from './actions'

const undoMs = 10_000

export function useHeldText() {
  const t = useTranslations('products')
  const { amountText } = useMoney()
  return (field: QuickField, held: StoredValues): string | null => {
    if (field === 'price') return amountText(held)
    if (held.infinite === true) return t('unlimited')
    return held.quantity === null ? null : String(held.quantity)
  }
}

type Order = { product: ProductListItem; field: QuickField; before: StoredValues }

/**
 * Sends a change from the list and offers an undo for ten seconds. Both requests carry the expected old values, so
 * neither overwrites a later sale or change.
 */
export function useQuickChange(shop: string) {
  const t = useTranslations('products.list')
  const client = useQueryClient()
  const textOf = useHeldText()

  const send = useCallback(
    async ({ product, field, before }: Order, change: ProductUpdate): Promise<StoredValues> => {
      const expect = expectation(field, before)
      const changed = await updateProduct(shop, product.id, change, { expect })
      storeAnswer(client, productKeys.detail(shop, product.id), changed)
      client.setQueriesData<ProductPage>({ queryKey: productKeys.lists(shop) }, (page) => put(page, changed))
      return storedValues(changed)
    },
    [client, shop],
  )
  const refresh = () => void client.invalidateQueries({ queryKey: productKeys.all(shop) })

  async function undo({ product, field, before }: Order, written: StoredValues, back: ProductUpdate) {
    const name = product.name ?? product.id
    try {
      const now = await send({ product, field, before: written }, back)
      toast(t('undone', { name: shortName(name), value: textOf(field, now) ?? textOf(field, before) ?? '–' }))
    } catch (error) {
      const isOther = error instanceof ApiError && error.code === 'conflict'
      const value = isOther ? textOf(field, valuesAfterConflict(written, error.current)) : null
      const reason = error instanceof ApiError ? error.title : t('unreachable')
      // The changed cell may be off screen, so the message stays until it is closed.
      const text = value === null ? t('undoFailed', { name, reason }) : t('notUndone', { name, value })
      toast(text, 'bad', { lifetimeMs: Infinity, error })
    }
    refresh()
  }

  /** @throws ApiError, with code `conflict` if the product no longer holds `before`; NetworkError. */
  return async (order: Order, to: StoredValues): Promise<void> => {
    const { product, field, before } = order
    const change = changeBetween(field, before, to)
    if (!change) return
    await send(order, change).catch((error: unknown) => {
      refresh() // The change may have been applied anyway.
      throw error
    })
    // Expects what was written, not what the gateway returned: the undo must not overwrite a sale in between.
    const written = { ...to, quantity: to.infinite === true ? null : to.quantity }
    const back = changeBetween(field, written, before)
    const text = t(field === 'price' ? 'priceSaved' : 'stockSaved', {
      name: product.name ?? product.id,
      value: textOf(field, to) ?? '–',
    })
    const action = back ? { label: t('undo'), run: () => void undo(order, written, back) } : undefined
    toast(text, 'ok', { action, lifetimeMs: undoMs })
    refresh()
  }
}

/** Replaces the product on the cached page. The next response puts it in its sorted position. */
function put(page: ProductPage | undefined, changed: ProductDetail): ProductPage | undefined {
  if (!page?.items.some(({ id }) => id === changed.id)) return page
  const { amount, currency, infinite, quantity, updated_at: updatedAt } = changed
  const values = { amount, currency, infinite, quantity, updated_at: updatedAt }
  return {
    ...page,
    items: page.items.map((item) => (item.id === changed.id ? { ...item, ...values } : item)),
  }
}

/** The values that a quick edit can change: price and currency, or stock. */
export type StoredValues = Pick<ProductItem, 'amount' | 'currency' | 'infinite' | 'quantity'>

export const storedValues = ({ amount, currency, infinite, quantity }: StoredValues): StoredValues => ({
  amount,
  currency,
  infinite,
  quantity,
})

/** Returns the values that the gateway must still hold for a change to apply. */
export function expectation(field: QuickField, held: StoredValues): Record<string, unknown> {
  if (field === 'price') return { amount: held.amount, currency: held.currency }
  return held.infinite === true ? { infinite: true } : { infinite: held.infinite, quantity: held.quantity }
}

/** Returns the update that turns `from` into `to`, or null if nothing changes or `to` is unknown. */
export function changeBetween(field: QuickField, from: StoredValues, to: StoredValues): ProductUpdate | null {
  if (field === 'price') return to.amount === null || to.amount === from.amount ? null : { amount: to.amount }
  if (to.infinite === true) return from.infinite === true ? null : { infinite: true }
  if (to.quantity === null) return null
  // Also marks the stock as limited if it was unlimited or unknown.
  if (from.infinite !== false) return { infinite: false, quantity: to.quantity }
  return to.quantity === from.quantity ? null : { quantity: to.quantity }
}

/** Returns `held` updated with the current values from a conflict response. */
export const valuesAfterConflict = (held: StoredValues, current: Record<string, unknown>): StoredValues => ({
  ...held,
  ...(current as Partial<Pick<ProductDetail, keyof StoredValues>>),
})
