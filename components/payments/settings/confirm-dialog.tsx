'use client'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'

interface ConfirmDialogProps {
  liveShopName: string | null
  onClose: () => void
  onConfirm: () => void
}

const reasons = ['scope', 'systems', 'people', 'instead'] as const

/** Explains the consequences of typing in cards before it is switched on. Loaded on intent. */
export default function ConfirmDialog({ liveShopName, onClose, onConfirm }: ConfirmDialogProps) {
  const t = useTranslations('payments')
  const why = useTranslations('cardTokens.off')
  const common = useTranslations('common')
  return (
    <Dialog
      isOpen
      role="alertdialog"
      size="md"
      title={liveShopName ? t('confirmTitleIn', { shop: liveShopName }) : t('confirmTitle')}
      closeLabel={common('close')}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          <Button autoFocus onPress={onClose}>
            {common('cancel')}
          </Button>
          <Button variant="danger" onPress={onConfirm}>
            {t('confirm')}
          </Button>
        </>
      }
    >
      <div className="grid gap-2 text-md/5">
        {reasons.map((reason) => (
          <p key={reason}>{why(reason)}</p>
        ))}
        <p className="text-muted">{t('recorded')}</p>
      </div>
    </Dialog>
  )
}
