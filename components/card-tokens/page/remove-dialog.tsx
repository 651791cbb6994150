'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { toast } from '@/components/ui/toast-store'
import { ApiError } from '@/lib/core/http'
import type { CardTokenDetail } from '@/lib/card-tokens/schema'
import { removeCardToken } from '@/lib/card-tokens/client'
import { cardTokenKeys } from '@/lib/core/client/keys'
import { useCardTitle } from '../card-name'

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
  const texts = useTranslations()
  const title = useCardTitle()
  const client = useQueryClient()
  const router = useRouter()
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
    <Dialog
      isOpen
      role="alertdialog"
      title={t('title', { card: title(card) })}
      closeLabel={texts('common.close')}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          <Button autoFocus onPress={onClose}>
            {texts('common.cancel')}
          </Button>
          <Button variant="danger" isPending={remove.isPending} onPress={() => remove.mutate()}>
            {t('do')}
          </Button>
        </>
      }
    >
      <div className="grid gap-2 text-md/5">
        <p>{t('here')}</p>
        <p>{t('there')}</p>
        <p className="text-muted">{t('recorded')}</p>
      </div>
      {remove.isError && (
        <p role="alert" className="mt-3 text-md text-danger">
          {remove.error instanceof ApiError ? remove.error.title : texts('errors.network')}
        </p>
      )}
    </Dialog>
  )
}
