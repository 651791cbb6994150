'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { passFocusOn } from '@/components/frame/pass-focus-on'
import { useMay } from '@/components/frame/use-may'
import { useFieldText } from '@/components/product-values/field-text'
import { when } from '@/components/time/when'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/overlays/toast-store'
import type { ProductDetail, DriftDecision } from '@/lib/products/schema'
import { ApiError } from '@/lib/core/api/http'
import { settleDrift } from '@/lib/products/client'
import { productKeys } from '@/lib/core/client/keys'
import { storeAnswer } from '@/lib/core/client/store-answer'

interface DriftNoticeProps {
  shop: string
  product: ProductDetail
}

/** Shows values that were changed at the gateway since Counterfoil last set them. */
export function DriftNotice({ shop, product }: DriftNoticeProps) {
  const t = useTranslations('products.drift')
  const { label, text } = useFieldText()
  const mayWrite = useMay('products.write')
  const { drift, currency } = product
  const fields = Object.entries(drift)
  if (fields.length === 0) return null
  const sentCurrency = typeof drift.currency?.sent === 'string' ? drift.currency.sent : currency
  return (
    <section aria-label={t('title')} className="mb-3 rounded-md bg-warn-weak px-3 py-2 text-md text-warn">
      <p className="font-medium">{t('title')}</p>
      <ul className="mt-1 grid gap-0.5">
        {fields.map(([field, { now, sent, sent_at: at, sent_by: by }]) => (
          <li key={field} className="wrap-anywhere">
            {t('field', {
              field: label(field),
              now: text(field, now, currency),
              sent: text(field, sent, sentCurrency),
            })}{' '}
            {at && t.rich(by ? 'sentBy' : 'sentAt', { by: by ?? '', when: when(at) })}
          </li>
        ))}
      </ul>
      {mayWrite && <Settling shop={shop} product={product} />}
    </section>
  )
}

/** Keeps the gateway's values or restores ours. A product that no longer exists at the gateway cannot be restored. */
function Settling({ shop, product: { id, drift, vanished } }: DriftNoticeProps) {
  const t = useTranslations('products.drift')
  const buttons = useRef<HTMLDivElement>(null)
  const settle = useSettling(shop, id, buttons)
  const seen = Object.fromEntries(Object.entries(drift).map(([field, { now }]) => [field, now]))
  const button = (keep: DriftDecision['keep']) => (
    <Button
      size="sm"
      isDisabled={settle.isPending && settle.variables.keep !== keep}
      isPending={settle.isPending && settle.variables.keep === keep}
      onPress={() => settle.mutate({ keep, seen })}
    >
      {t(keep)}
    </Button>
  )
  return (
    <div ref={buttons} className="mt-2 flex flex-wrap items-center gap-2">
      {button('theirs')}
      {!vanished && button('ours')}
      {settle.isError && (
        <p role="alert" className="w-full text-danger">
          {t('failed', { reason: reasonOf(settle.error) ?? t('unreachable') })}
        </p>
      )}
    </div>
  )
}

const reasonOf = (error: Error): string | undefined =>
  error instanceof ApiError ? (error.detail ?? error.title) : undefined

function useSettling(shop: string, id: string, buttons: RefObject<HTMLElement | null>) {
  const t = useTranslations('products.drift')
  const client = useQueryClient()
  return useMutation({
    mutationFn: (decision: DriftDecision) => settleDrift(shop, id, decision),
    onSuccess: (product, { keep }) => {
      passFocusOn(buttons.current)
      storeAnswer(client, productKeys.detail(shop, id), product)
      toast(t(keep === 'theirs' ? 'theirsToast' : 'oursToast'))
    },
    // Also runs after a failure, because the product may have changed.
    onSettled: () => client.invalidateQueries({ queryKey: productKeys.all(shop) }),
  })
}
