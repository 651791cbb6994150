'use client'
import { useTranslations } from 'use-intl'
import { ConfirmDialog } from '@/components/dialogs/confirm-dialog'

interface TypedCardsDialogProps {
  liveShopName: string | null
  onClose: () => void
  onConfirm: () => void
}

const reasons = ['scope', 'systems', 'people', 'instead'] as const

/** Explains the consequences of typing in cards before it is switched on. Loaded on intent. */
export default function TypedCardsDialog({ liveShopName, onClose, onConfirm }: TypedCardsDialogProps) {
  const t = useTranslations('payments')
  const why = useTranslations('cardTokens.off')
  return (
    <ConfirmDialog
      size="md"
      title={liveShopName ? t('confirmTitleIn', { shop: liveShopName }) : t('confirmTitle')}
      confirmLabel={t('confirm')}
      isDanger
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <div className="grid gap-2 text-md/5">
        {reasons.map((reason) => (
          <p key={reason}>{why(reason)}</p>
        ))}
        <p className="text-muted">{t('recorded')}</p>
      </div>
    </ConfirmDialog>
  )
}
