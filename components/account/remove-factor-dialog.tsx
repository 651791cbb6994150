'use client'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/overlays/dialog'
import { removeFactor } from '@/lib/account/client'
import type { Factor } from '@/lib/account/schema'
import { ApiError } from '@/lib/core/http'

interface RemoveFactorDialogProps {
  factor: Factor
  isLast: boolean
  onClose: () => void
  onRemoved: () => Promise<void>
}

export default function RemoveFactorDialog({ factor, isLast, onClose, onRemoved }: RemoveFactorDialogProps) {
  const t = useTranslations()
  const removing = useMutation({ mutationFn: () => removeFactor(factor.id), onSuccess: onRemoved })
  return (
    <Dialog
      isOpen
      role="alertdialog"
      title={<span className="wrap-anywhere">{t('account.removeTitle', { name: factor.name })}</span>}
      closeLabel={t('common.close')}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          <Button autoFocus onPress={onClose}>
            {t('common.cancel')}
          </Button>
          <Button variant="danger" isPending={removing.isPending} onPress={() => removing.mutate()}>
            {t('account.remove')}
          </Button>
        </>
      }
    >
      <p>{t('account.removeText')}</p>
      {isLast && <p className="mt-2">{t('account.removeLastText')}</p>}
      {removing.error && (
        <p role="alert" className="mt-3 text-md text-danger">
          {removing.error instanceof ApiError ? removing.error.title : t('errors.network')}
        </p>
      )}
    </Dialog>
  )
}
