'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CreditCard } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useMay } from '@/components/frame/use-may'
import { Button } from '@/components/ui/button'
import { cx } from '@/components/ui/cx'
import { toast } from '@/components/ui/overlays/toast-store'
import { ApiError } from '@/lib/core/api/http'
import { checkoutKeys } from '@/lib/core/client/keys'
import { payDemo } from '@/lib/overview/client'

const outcomes = ['paid', 'declined'] as const

/** Makes a successful or declined payment in the sandbox. The result arrives like any other payment. */
export function DemoPayment({ shop, className }: { shop: string; className?: string }) {
  const t = useTranslations('overview.demo')
  const texts = useTranslations('errors')
  const client = useQueryClient()
  const mayPay = useMay('checkouts.create')
  const pay = useMutation({
    mutationFn: (outcome: (typeof outcomes)[number]) => payDemo(shop, { outcome }),
    onSuccess: (_made, outcome) => toast(t(`done.${outcome}`), outcome === 'paid' ? 'ok' : 'info'),
    onSettled: () => client.invalidateQueries({ queryKey: checkoutKeys.all(shop) }),
  })
  if (!mayPay) return null
  return (
    <div className={cx('flex flex-wrap items-center gap-1.5', className)}>
      {outcomes.map((outcome) => (
        <Button
          key={outcome}
          size="sm"
          icon={outcome === 'paid' && <CreditCard aria-hidden size={14} />}
          isPending={pay.isPending && pay.variables === outcome}
          isDisabled={pay.isPending && pay.variables !== outcome}
          onPress={() => pay.mutate(outcome)}
        >
          {t(`pay.${outcome}`)}
        </Button>
      ))}
      {pay.isError && (
        <p role="alert" className="w-full text-sm text-danger">
          {pay.error instanceof ApiError
            ? [pay.error.title, pay.error.detail].filter(Boolean).join('. ')
            : texts('network')}
        </p>
      )}
    </div>
  )
}
