'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { ConfirmDialog } from '@/components/dialogs/confirm-dialog'
import { useFocusTakenAlong } from '@/components/dialogs/use-focus-kept'
import { useFailureText } from '@/components/dialogs/failure'
import { toast } from '@/components/ui/overlays/toast-store'
import type { CardTokenDetail } from '@/lib/card-tokens/schema'
import { removeCardToken } from '@/lib/card-tokens/client'
import { cardTokenKeys } from '@/lib/core/client/keys'
import { useCardTitle } from '../cells'

interface RemoveDialogProps {
  shop: string
  card: CardTokenDetail
  /** Called with true when removal starts, and with false when it fails. */
  onGoing: (isGoing: boolean) => void
  onClose: () => void
}

/** Says what is removed, and what the gateway keeps. Loaded on intent. */
export default function RemoveDialog({ shop, card, onGoing, onClose }: RemoveDialogProps) {
  const t = useTranslations('cardTokens.removing')
  const failureText = useFailureText()
  const title = useCardTitle()
  const client = useQueryClient()
  const router = useRouter()
  useFocusTakenAlong()
  const remove = useMutation({
    mutationFn: () => removeCardToken(shop, card.id),
    onMutate: () => onGoing(true),
    onError: () => onGoing(false),
    onSuccess: () => {
      toast(t('done', { card: title(card) }))
      router.replace(`/shops/${shop}/card-tokens` as Route)
      void client.invalidateQueries({ queryKey: cardTokenKeys.lists(shop) })
    },
  })
  return (
    <ConfirmDialog
      title={t('title', { card: title(card) })}
      confirmLabel={t('do')}
      isDanger
      isPending={remove.isPending}
      failure={remove.error && failureText(remove.error)}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <div className="grid gap-2 text-md/5">
        <p>{t('here')}</p>
        <p>{t('there')}</p>
        <p className="text-muted">{t('recorded')}</p>
      </div>
    </ConfirmDialog>
  )
}
