'use client'
import { useMutation } from '@tanstack/react-query'
import { CreditCard } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useFailureText } from '@/components/dialogs/failure'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/overlays/toast-store'
import { keepNotifiedCard } from '@/lib/notifications/client'
import { useStoreDetail } from './use-change'

interface KeepCardProps {
  shop: string
  id: string
  /** Called before the offer disappears. */
  onKept: () => void
}

/** Offers to store a card from a payment whose checkout did not ask for that. */
export function KeepCard({ shop, id, onKept }: KeepCardProps) {
  const t = useTranslations('notifications.changed')
  const takeOver = useStoreDetail(shop, id)
  const failureText = useFailureText()
  const keep = useMutation({
    mutationFn: () => keepNotifiedCard(shop, id),
    onSuccess: (detail) => {
      takeOver(detail)
      onKept()
      toast(t('cardKept'))
    },
  })
  return (
    <div className="mt-3 grid gap-2 rounded-md border border-border px-3 py-2.5">
      <p className="text-md/5 text-muted">{t('cardOffer')}</p>
      <div>
        <Button
          size="sm"
          icon={<CreditCard aria-hidden size={14} />}
          isPending={keep.isPending}
          onPress={() => keep.mutate()}
        >
          {t('keepCard')}
        </Button>
      </div>
      {keep.error && (
        <p role="alert" className="text-md text-danger">
          {failureText(keep.error)}
        </p>
      )}
    </div>
  )
}
