'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ConfirmDialog } from '@/components/dialogs/confirm-dialog'
import { useMay } from '@/components/frame/use-may'
import { when } from '@/components/time/when'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/overlays/toast-store'
import { ApiError } from '@/lib/core/api/http'
import type { Payment, PaymentAcceptance } from '@/lib/payments/schema'
import { needsAttention } from '@/lib/payments/state'
import {
  checkoutKeys,
  customerKeys,
  notificationKeys,
  paymentKeys,
  statisticsKeys,
} from '@/lib/core/client/keys'
import { acceptPayment } from '@/lib/payments/client'
import { amountOf, usePaymentText } from './use-payment-text'

interface AcceptanceProps {
  shop: string
  payment: Payment
}

/** Lets a person accept a payment that differs from what was asked for, or undo that, and says who accepted it. */
export function Acceptance({ shop, payment }: AcceptanceProps) {
  const t = useTranslations('paymentState')
  const mayAccept = useMay('payments.accept')
  const [asked, setAsked] = useState<Payment | null>(null)
  const accept = useAccept(shop, payment.uid, () => setAsked(null))
  if (!needsAttention(payment.difference)) return null
  const isAccepted = payment.accepted_at !== null
  const ask = () => {
    accept.reset()
    setAsked(payment)
  }
  return (
    <span className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      {payment.accepted_at !== null && (
        <span className="wrap-anywhere text-muted">
          {t.rich('acceptedBy', {
            name: payment.accepted_by ?? t('somebody'),
            when: when(payment.accepted_at),
          })}
        </span>
      )}
      {mayAccept && (isAccepted || payment.state === 'differs') && (
        <Button
          size="sm"
          isPending={isAccepted && accept.isPending}
          onPress={() => (isAccepted ? accept.mutate({ accepted: false }) : ask())}
        >
          {t(isAccepted ? 'withdraw' : 'accept')}
        </Button>
      )}
      {accept.isError && asked === null && (
        <span role="alert" className="text-danger">
          {t('notAccepted')}
        </span>
      )}
      {asked && <AcceptDialog payment={asked} accept={accept} onClose={() => setAsked(null)} />}
    </span>
  )
}

function useAccept(shop: string, uid: string, onDone: () => void) {
  const t = useTranslations('paymentState')
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: PaymentAcceptance) => acceptPayment(shop, uid, body),
    onSuccess: (_payment, { accepted }) => {
      toast(t(accepted ? 'accepted' : 'withdrawn'))
      onDone()
    },
    onSettled: () =>
      Promise.all(
        [checkoutKeys, customerKeys, notificationKeys, paymentKeys, statisticsKeys].map((keys) =>
          client.invalidateQueries({ queryKey: keys.all(shop) }),
        ),
      ),
  })
}

interface AcceptDialogProps {
  /** The payment when the dialog opened. It may change meanwhile. */
  payment: Payment
  accept: ReturnType<typeof useAccept>
  onClose: () => void
}

function AcceptDialog({ payment, accept, onClose }: AcceptDialogProps) {
  const t = useTranslations('paymentState')
  const { differenceText } = usePaymentText()
  const { difference, currency, held, paid, asked } = payment
  const isOther = accept.error instanceof ApiError && accept.error.code === 'conflict'
  return (
    <ConfirmDialog
      title={t('acceptTitle')}
      confirmLabel={t('accept')}
      isPending={accept.isPending}
      failure={accept.isError ? t(isOther ? 'acceptChanged' : 'notAccepted') : null}
      onConfirm={() => accept.mutate({ accepted: true, seen: { difference, currency, held, paid, asked } })}
      onClose={onClose}
    >
      <p className="text-md/5 font-medium">{differenceText({ ...payment, amount: amountOf(payment) })}</p>
      <p className="mt-2 text-md/5">
        {t('acceptText', { why: difference === null ? '' : t(`why.${difference}`) })}
      </p>
    </ConfirmDialog>
  )
}
