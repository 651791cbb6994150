'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { useFocusTakenAlong } from '@/components/dialogs/use-focus-kept'
import { OpenDialog } from '@/components/dialogs/open-dialog'
import { useMoney } from '@/components/money/use-money'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/overlays/toast-store'
import { settleCheckout } from '@/lib/checkouts/client'
import type { CheckoutDetail } from '@/lib/checkouts/schema'
import { checkoutKeys } from '@/lib/core/client/keys'
import { queryString } from '@/lib/core/client/query-string'
import { formatMajor, minorUnitExponent, type MinorUnitOverrides } from '@/lib/gateway/values/minor-units'
import { useCheckoutFailureText } from '@/components/payment-links/checkout-failure'
import { isHidden } from '../new/request/read-request'
import { valueAt } from '../new/values'

interface DiscardDialogProps {
  shop: string
  checkout: CheckoutDetail
  onClose: () => void
}

/** Discards an unconfirmed checkout that a person did not find at the gateway. Only then can it be created again. */
export default function DiscardDialog({ shop, checkout, onClose }: DiscardDialogProps) {
  const t = useTranslations('checkouts.unconfirmed')
  const common = useTranslations('common')
  const client = useQueryClient()
  const router = useRouter()
  const failureText = useCheckoutFailureText()
  const { overrides } = useMoney()
  const { id } = checkout
  useFocusTakenAlong()
  // Pending until the other page is there: a second press would say that the discarded checkout is gone.
  const [isLeaving, startLeaving] = useTransition()
  const discard = useMutation({
    mutationFn: (_isAgain: boolean) => settleCheckout(shop, id, { exists: false }),
    onSuccess: (_before, isAgain) => {
      toast(t('discarded'))
      const next = isAgain ? againHref(shop, checkout, overrides) : (`/shops/${shop}/checkouts` as Route)
      startLeaving(() => router.push(next))
      void client.invalidateQueries({ queryKey: checkoutKeys.lists(shop) })
    },
  })
  const isBusy = discard.isPending || isLeaving
  const isPendingAs = (isAgain: boolean) => isBusy && discard.variables === isAgain
  const press = (isAgain: boolean) => {
    if (!isBusy) discard.mutate(isAgain)
  }
  return (
    <OpenDialog
      role="alertdialog"
      title={t('discardTitle')}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{common('cancel')}</Button>
          <Button isPending={isPendingAs(true)} onPress={() => press(true)}>
            {t('discardAndAgain')}
          </Button>
          <Button variant="danger" isPending={isPendingAs(false)} onPress={() => press(false)}>
            {t('discard')}
          </Button>
        </>
      }
    >
      <p className="text-md/5">{t('discardText')}</p>
      {discard.isError && (
        <p role="alert" className="mt-3 text-md text-danger">
          {failureText(discard.error)}
        </p>
      )}
    </OpenDialog>
  )
}

type Known = Pick<
  CheckoutDetail,
  'id' | 'request' | 'amount' | 'currency' | 'description' | 'tracking_id' | 'customer_id' | 'email' | 'card'
>

/**
 * Returns the URL of the new-checkout form, filled from a discarded checkout (new/draft/prefill.ts). This browser still
 * holds the checkout, so `from` copies all of it; the rest is what a copy leaves out, or a page opened later needs.
 * Leaves out what this person sees masked: it is not the real value.
 */
export function againHref(shop: string, checkout: Known, overrides: MinorUnitOverrides): Route {
  const {
    id,
    request,
    amount,
    currency,
    description,
    tracking_id,
    customer_id: customer,
    email,
    card,
  } = checkout
  const search = queryString({
    amount: formatMajor(amount, minorUnitExponent(currency, overrides)),
    currency,
    description: unlessHidden(description),
    tracking_id: unlessHidden(tracking_id),
    customer,
    // Picking the customer fills in the e-mail.
    email: customer !== null ? null : unlessHidden(email),
    card_token: card?.id,
    transaction_type: textAt(request, 'checkout.transaction_type'),
    expired_at: textAt(request, 'checkout.order.expired_at'),
    from: id,
  })
  return `/shops/${shop}/checkouts/new${search}` as Route
}

function textAt(request: CheckoutDetail['request'], path: string): string | null {
  const value = valueAt(request, path)
  return typeof value === 'string' ? value : null
}

const unlessHidden = (text: string | null): string | null => (isHidden(text) ? null : text)
