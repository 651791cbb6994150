'use client'
import { useTranslations } from 'use-intl'
import { Dialog } from '../ui/dialog'
import { SignInForm } from './sign-in-form'

interface SignInAgainProps {
  email: string
  onSignedIn: () => void
  onPutOff: () => void
}

/** Signs in again after the session ended, without losing unsaved input. */
export default function SignInAgain({ email, onSignedIn, onPutOff }: SignInAgainProps) {
  const t = useTranslations()
  return (
    <Dialog
      isOpen
      isDismissable={false}
      onOpenChange={(isOpen) => !isOpen && onPutOff()}
      title={t('session.goneTitle')}
      closeLabel={t('common.close')}
    >
      <p className="mb-4 text-muted">{t('session.goneText')}</p>
      <SignInForm email={email} onSignedIn={onSignedIn} />
    </Dialog>
  )
}
