'use client'
import { useQueryClient } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLinkChange } from '@/components/link-by-hand/use-link-change'
import { amountOf } from '@/components/payment-status/use-payment-text'
import { Button } from '@/components/ui/button'
import { dynamic } from '@/components/ui/dynamic'
import { paymentKeys } from '@/lib/core/client/keys'
import { storeAnswer } from '@/lib/core/client/store-answer'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'
import { linkPayment } from '@/lib/payments/client'
import type { PaymentDetail } from '@/lib/payments/detail'

const LinkDialog = dynamic(lazyWithMessages(() => import('@/components/link-by-hand/link-dialog')))

interface LinkPaymentProps {
  shop: string
  payment: PaymentDetail
}

/** Links by hand a payment that only a statement reports. Others are linked through their notification. */
export function LinkPayment(props: LinkPaymentProps) {
  const t = useTranslations('paymentPage.todo')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button size="sm" icon={<Link2 aria-hidden size={14} />} onPress={() => setIsOpen(true)}>
        {t('link')}
      </Button>
      {isOpen && <PaymentDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function PaymentDialog({ shop, payment, onClose }: LinkPaymentProps & { onClose: () => void }) {
  const client = useQueryClient()
  const { uid } = payment
  const change = useLinkChange(
    (link) => linkPayment(shop, uid, link),
    (detail) => {
      storeAnswer(client, paymentKeys.detail(shop, uid), detail)
      void client.invalidateQueries({ queryKey: paymentKeys.lists(shop) })
      onClose()
    },
  )
  return (
    <LinkDialog
      shop={shop}
      about={{ ...payment, kind: 'payment', amount: amountOf(payment), status: null }}
      linked={{ ...payment, customers: [] }}
      hasCustomers={false}
      change={change}
      onClose={onClose}
    />
  )
}
