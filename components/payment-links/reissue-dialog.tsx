'use client'
import { useTranslations } from 'use-intl'
import { OpenDialog } from '@/components/dialogs/open-dialog'
import { Button } from '@/components/ui/button'
import { useCheckoutFailureText } from './checkout-failure'
import { asksForCard, stateWordOf } from '@/lib/checkouts/state'
import type { Obstacle } from './reissue'

interface ReissueDialogProps {
  obstacle: Obstacle
  isPending: boolean
  onEvenSo: () => void
  onClose: () => void
}

/** Says why the checkout was not reissued. If the only risk is a double payment, the person may go ahead. */
export default function ReissueDialog({ obstacle, isPending, onEvenSo, onClose }: ReissueDialogProps) {
  const t = useTranslations('checkouts')
  const common = useTranslations('common')
  const failureText = useCheckoutFailureText()
  const { checkout, state, error } = obstacle
  const isGuarded = state !== null
  const isCard = asksForCard(checkout.transaction_type)
  const guarded = isCard ? 'reissuing.guardedCard' : 'reissuing.guarded'
  return (
    <OpenDialog
      role="alertdialog"
      title={t(isGuarded ? guarded : 'reissuing.failed')}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{common(isGuarded ? 'cancel' : 'close')}</Button>
          {isGuarded && (
            <Button variant="danger" isPending={isPending} onPress={onEvenSo}>
              {t('reissuing.evenSo')}
            </Button>
          )}
        </>
      }
    >
      <p dir="auto" className="line-clamp-3 text-md font-medium wrap-anywhere">
        <bdi>{checkout.description}</bdi>
      </p>
      {state !== null ? (
        <>
          <p className="mt-2 text-md/5">{t(`reissuing.${stateWordOf(state, checkout.transaction_type)}`)}</p>
          <p className="mt-2 text-md/5 text-muted">{t('reissuing.twice')}</p>
        </>
      ) : (
        <p role="alert" className="mt-2 text-md text-danger">
          {failureText(error)}
        </p>
      )}
    </OpenDialog>
  )
}
