'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { passFocusOn } from '@/components/frame/pass-focus-on'
import { useMay } from '@/components/frame/use-may'
import { usePaymentText } from '@/components/payment-status/use-payment-text'
import { useLinkView } from '@/components/payment-links/link-view'
import { useClock } from '@/components/time/clock'
import { when } from '@/components/time/when'
import { Button } from '@/components/ui/button'
import { Card, Section } from '@/components/ui/card'
import type { CheckoutDetail } from '@/lib/checkouts/schema'
import { stateWordOf, acceptsPayment } from '@/lib/checkouts/state'
import { checkCheckout } from '@/lib/checkouts/client'
import { checkoutKeys } from '@/lib/core/client/keys'
import { storeAnswer } from '@/lib/core/client/store-answer'
import { useCheckoutFailureText } from '@/components/payment-links/checkout-failure'
import { checkoutLink } from '@/lib/checkouts/link'
import { stateNow } from '../cells'

interface KnownProps {
  shop: string
  checkout: CheckoutDetail
}

export function Known({ shop, checkout }: KnownProps) {
  const t = useTranslations('checkouts')
  const links = useTranslations('links')
  const { state, restsOn } = stateNow(checkout, useClock().valueOf())
  const { fault } = checkoutLink(checkout, useLinkView())
  const mayAsk = useMay('payments.ask')
  const { differenceText } = usePaymentText()
  const { attempts, attempts_left: left, expires_at: expires, state_at: stateAt } = checkout
  const type = checkout.transaction_type
  // Set if the checkout takes a payment, but its address cannot be used for that.
  const addressFault = fault !== null && acceptsPayment(state, left) ? links(`fault.${fault}`) : null
  const difference = differenceText({
    difference: checkout.difference,
    asked: checkout,
    amount: checkout.paid_amount,
    currency: checkout.paid_currency,
  })
  const text = t(`known.${stateWordOf(state, type)}`, { type, what: difference ?? '' })
  return (
    <Card>
      <Section title={t('known.title')}>
        <div role="status" className="grid gap-2 text-md/5">
          <p className="font-medium">{state === 'open' ? (addressFault ?? text) : text}</p>
          {state !== 'unconfirmed' && (
            <p className="text-muted">
              {t.rich(`known.by.${restsOn}`, { type, when: when(state === 'expired' ? expires : stateAt) })}
            </p>
          )}
          {state === 'declined' && <p>{addressFault ?? t('known.tryAgain', { count: left })}</p>}
        </div>
        {attempts > 1 && state !== 'declined' && fault === null && (
          <p className="mt-2 text-md text-muted">{t('known.attempts', { left, attempts })}</p>
        )}
        {checkout.checkable && mayAsk && <CheckNow shop={shop} checkout={checkout} />}
      </Section>
    </Card>
  )
}

/** Queries the gateway for the state, if it can be queried. */
function CheckNow({ shop, checkout: { id, checked_at: checkedAt } }: KnownProps) {
  const t = useTranslations('checkouts.known')
  const client = useQueryClient()
  const failureText = useCheckoutFailureText()
  const button = useRef<HTMLButtonElement>(null)
  const check = useMutation({
    mutationFn: () => checkCheckout(shop, id),
    onSuccess: (checkout) => {
      if (!checkout.checkable) passFocusOn(button.current)
      storeAnswer(client, checkoutKeys.detail(shop, id), checkout)
    },
    onSettled: () => client.invalidateQueries({ queryKey: checkoutKeys.all(shop) }),
  })
  return (
    <div className="mt-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button
          ref={button}
          size="sm"
          icon={<RefreshCw aria-hidden size={14} />}
          isPending={check.isPending}
          onPress={() => check.mutate()}
        >
          {t('check')}
        </Button>
        <span role="status" className="text-sm text-muted">
          {checkedAt ? t.rich('checked', { when: when(checkedAt) }) : t('neverChecked')}
        </span>
      </div>
      {check.isError && (
        <p role="alert" className="mt-2 text-md text-danger">
          {t('checkFailed', { reason: failureText(check.error) })}
        </p>
      )}
    </div>
  )
}
