'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ConfirmDialog } from '@/components/dialogs/confirm-dialog'
import { useMay } from '@/components/frame/use-may'
import { when } from '@/components/time/when'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/overlays/toast-store'
import type { Payment } from '@/lib/payments/schema'
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
  const [isAsking, setIsAsking] = useState(false)
  const accept = useAccept(shop, payment, () => setIsAsking(false))
  if (!needsAttention(payment.difference)) return null
  const isAccepted = payment.accepted_at !== null
  return (
    <span className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      {payment.accepted_at !== null && (
        <span className="text-muted">
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
          onPress={() => (isAccepted ? accept.mutate(false) : setIsAsking(true))}
        >
          {t(isAccepted ? 'withdraw' : 'accept')}
        </Button>
      )}
      {accept.isError && !isAsking && (
        <span role="alert" className="text-danger">
          {t('notAccepted')}
        </span>
      )}
      {isAsking && <AcceptDialog payment={payment} accept={accept} onClose={() => setIsAsking(false)} />}
    </span>
  )
}

function useAccept(shop: string, { uid }: Payment, onDone: () => void) {
  const t = useTranslations('paymentState')
  const client = useQueryClient()
  return useMutation({
    mutationFn: (accepted: boolean) => acceptPayment(shop, uid, { accepted }),
    onSuccess: (_payment, accepted) => {
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
  payment: Payment
  accept: ReturnType<typeof useAccept>
  onClose: () => void
}

function AcceptDialog({ payment, accept, onClose }: AcceptDialogProps) {
  const t = useTranslations('paymentState')
  const { differenceText } = usePaymentText()
  const { difference } = payment
  return (
    <ConfirmDialog
      title={t('acceptTitle')}
      confirmLabel={t('accept')}
      isPending={accept.isPending}
      failure={accept.isError ? t('notAccepted') : null}
      onConfirm={() => accept.mutate(true)}
      onClose={onClose}
    >
      <p className="text-md/5 font-medium">{differenceText({ ...payment, amount: amountOf(payment) })}</p>
      <p className="mt-2 text-md/5">
        {t('acceptText', { why: difference === null ? '' : t(`why.${difference}`) })}
      </p>
    </ConfirmDialog>
  )
}
