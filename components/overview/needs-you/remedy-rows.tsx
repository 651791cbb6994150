'use client'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useViewerTimeZone } from '@/components/time/clock'
import { when } from '@/components/time/when'
import { Button } from '@/components/ui/button'
import { dynamic } from '@/components/ui/dynamic'
import { formatDateTime } from '@/lib/core/format/dates'
import { shortName } from '@/lib/core/format/shortened'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'
import type { RadarItem, ProductDetail } from '@/lib/products/schema'
import { Done, RadarRow, type RowHold } from './radar-row'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCountdown } from '@/components/time/again-in'
import { toast } from '@/components/ui/overlays/toast-store'
import type { ProductUpdate } from '@/lib/gateway/products/product'
import { ApiError } from '@/lib/core/api/http'
import { updateProduct } from '@/lib/products/client'
import { productKeys } from '@/lib/core/client/keys'
import { storeAnswer } from '@/lib/core/client/store-answer'

interface ExtendRowProps {
  shop: string
  item: RadarItem
  icon: ReactNode
  mayWrite: boolean
  held: RowHold
}

export function ExtendRow({ shop, item, icon, mayWrite, held }: ExtendRowProps) {
  const t = useTranslations('overview.expiring')
  const locale = useLocale()
  const timeZone = useViewerTimeZone()
  const name = item.name ?? item.id
  const doneUntil = held.done?.expired_at
  const until = doneUntil ?? item.expired_at
  const { apply, isPending, failure, waiting } = useRemedy(shop, item, held, ({ expired_at: at }) =>
    t('done', { name: shortName(name), when: at ? formatDateTime(new Date(at), timeZone, locale) : '' }),
  )
  if (until === null) return null
  const extend = () =>
    apply({ change: { expired_at: extended(until, Date.now()) }, expect: { expired_at: until } }).catch(
      () => {}, // The row shows the failure.
    )
  return (
    <RadarRow
      shop={shop}
      item={item}
      icon={icon}
      failure={failure}
      waiting={waiting}
      reason={t.rich('reason', { when: when(until) })}
    >
      {mayWrite && !doneUntil && (
        <Button size="sm" isPending={isPending} aria-label={t('extendOf', { name })} onPress={extend}>
          {t('extend')}
        </Button>
      )}
      {doneUntil && <Done>{t('extended')}</Done>}
    </RadarRow>
  )
}

const extendDays = 30

/** Returns the expiry plus 30 days in the gateway's format. A past expiry is extended from `now` (ms). */
export function extended(expiredAt: string, now: number): string {
  const from = Math.max(Date.parse(expiredAt), now)
  return new Date(from + extendDays * 86_400_000).toISOString().replace(/\.\d+Z$/, '+00:00')
}

const loadDialog = lazyWithMessages(() => import('./restock-dialog'))
const RestockDialog = dynamic(loadDialog)

interface RestockRowProps {
  shop: string
  item: RadarItem
  icon: ReactNode
  mayWrite: boolean
  held: RowHold
}

export function RestockRow({ shop, item, icon, mayWrite, held }: RestockRowProps) {
  const t = useTranslations('overview.stock')
  const [isOpen, setIsOpen] = useState(false)
  const place = useRef<HTMLSpanElement>(null)
  const name = item.name ?? item.id
  const { quantity } = held.done ?? item
  const { apply, failure, waiting } = useRemedy(shop, item, held, (product) =>
    t('done', { name: shortName(name), count: product.quantity ?? 0 }),
  )
  // The row must stay: the dialog is inside it, and would close and lose what was typed.
  const open = () => {
    held.keep(true)
    setIsOpen(true)
  }
  const close = () => {
    held.keep(false)
    setIsOpen(false)
  }
  // Focuses the button, or the text that replaced it, once the dialog is gone: until then it keeps the focus.
  useEffect(() => {
    if (!isOpen) return undefined
    const here = place.current
    return () => {
      requestAnimationFrame(() => here?.querySelector<HTMLElement>('button, [tabindex]')?.focus())
    }
  }, [isOpen])
  return (
    <RadarRow
      shop={shop}
      item={item}
      icon={icon}
      failure={isOpen ? null : failure}
      waiting={isOpen ? 0 : waiting}
      reason={quantity === 0 ? t('none') : t('reason', { count: quantity ?? 0 })}
    >
      {mayWrite && (
        <span ref={place} onPointerEnter={() => void loadDialog()} onFocus={() => void loadDialog()}>
          {held.done ? (
            <Done>{t('restocked')}</Done>
          ) : (
            <Button size="sm" aria-label={t('restockOf', { name })} onPress={open}>
              {t('restock')}
            </Button>
          )}
        </span>
      )}
      {isOpen && (
        <RestockDialog
          name={name}
          now={item.quantity ?? 0}
          failure={failure}
          waiting={waiting}
          onClose={close}
          onRestock={(next) =>
            apply({ change: { quantity: next }, expect: { quantity: item.quantity ?? 0 } })
          }
        />
      )}
    </RadarRow>
  )
}

interface Remedy {
  change: ProductUpdate
  /** The old values this page showed. If the product's have changed, nothing is overwritten. */
  expect: ProductUpdate
}

const undoMs = 10_000

/**
 * Repairs a product from the overview, once, and offers an undo for ten seconds. The undo fails if the product was sold
 * or changed since. `successText` formats the success message.
 */
function useRemedy(
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
  const isTakenRef = useRef(false)
  useEffect(() => {
    if (!isDone) isTakenRef.current = false
  }, [isDone])
  return async (run: () => Promise<unknown>): Promise<void> => {
    if (isTakenRef.current) return
    isTakenRef.current = true
    try {
      await run()
    } catch (error) {
      isTakenRef.current = false
      throw error
    }
  }
}
