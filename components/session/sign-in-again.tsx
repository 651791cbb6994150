'use client'
import { useTranslations } from 'use-intl'
import type { SignInReason } from '@/lib/core/api/http'
import { OpenDialog } from '../dialogs/open-dialog'
import { ProofForm } from './proof-form'
import { SignInForm } from './sign-in-form'

interface SignInAgainProps {
  email: string
  reason: SignInReason
  onSignedIn: () => void
  onPutOff: () => void
  /** The session ended while its owner was asked for a proof. */
  onSessionOver: () => void
}

/**
 * Signs in again after the session ended, or proves again who is there, without losing unsaved input. The pending
 * request is sent after the sign-in.
 */
export default function SignInAgain(props: SignInAgainProps) {
  const { email, reason, onSignedIn, onPutOff, onSessionOver } = props
  const t = useTranslations()
  const isOver = reason === 'session_over'
  return (
    <OpenDialog
      isDismissable={false}
      title={t(isOver ? 'session.goneTitle' : 'session.proofTitle')}
      onClose={onPutOff}
    >
      <p className="mb-4 text-muted">{t(isOver ? 'session.goneText' : 'session.proofText')}</p>
      {isOver ? (
        <SignInForm email={email} onSignedIn={onSignedIn} />
      ) : (
        <ProofForm email={email} onProven={onSignedIn} onPutOff={onPutOff} onSessionOver={onSessionOver} />
      )}
    </OpenDialog>
  )
}
