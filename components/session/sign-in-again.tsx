'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { type SignInReason, ApiError, isSignedOut } from '@/lib/core/api/http'
import { OpenDialog } from '../dialogs/open-dialog'
import { SignInForm } from './sign-in-form'
import { KeyRound } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import LeaveDialog from '@/components/form/drafts/leave-dialog'
import { FormTextField } from '@/components/form/fields/fields'
import { FormPasswordField } from '@/components/form/fields/password-field'
import { useSubmitFailure } from '@/components/form/submitting/use-submit-failure'
import { useZodForm } from '@/components/form/use-zod-form'
import { ZodForm } from '@/components/form/zod-form'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/fields/text-field'
import { proofMeans, proveWho } from '@/lib/account/client'
import { askForPasskey } from '@/lib/account/passkey-client'
import { useHasPasskeys } from './passkey-button'

/** `signed_out`: the person signed out, or another one signed in, in another tab while a form here held input. */
export type AskReason = SignInReason | 'signed_out'

const texts = { session_over: 'goneText', signed_out: 'signedOutText', proof_needed: 'proofText' } as const

interface SignInAgainProps {
  email: string
  reason: AskReason
  onSignedIn: () => void
  onPutOff: () => void
  /** The session ended while its owner was asked for a proof. */
  onSessionOver: () => void
}

/**
 * Signs in again after the session ended, or asks for a proof of identity, without losing unsaved input. The pending
 * request is sent after the sign-in.
 */
export default function SignInAgain(props: SignInAgainProps) {
  const { email, reason, onSignedIn, onPutOff, onSessionOver } = props
  const t = useTranslations()
  const isOver = reason !== 'proof_needed'
  const [isDiscarding, setIsDiscarding] = useState(false)
  return (
    <OpenDialog
      isDismissable={false}
      isOpaque={reason === 'signed_out'}
      title={t(isOver ? 'session.goneTitle' : 'session.proofTitle')}
      onClose={reason === 'signed_out' ? () => setIsDiscarding(true) : onPutOff}
    >
      <p className="mb-4 text-muted">{t(`session.${texts[reason]}`)}</p>
      {isOver ? (
        <SignInForm email={email} onSignedIn={onSignedIn} />
      ) : (
        <ProofForm email={email} onProven={onSignedIn} onPutOff={onPutOff} onSessionOver={onSessionOver} />
      )}
      {isDiscarding && (
        <LeaveDialog isClosing isUploading={false} onStay={() => setIsDiscarding(false)} onLeave={onPutOff} />
      )}
    </OpenDialog>
  )
}

interface ProofFormProps {
  email: string
  onProven: () => void
  onPutOff: () => void
  onSessionOver: () => void
}

const fields = z.object({ password: z.string().min(1, 'blank'), code: z.string() })

/** Asks a person with a session to confirm their identity. */
function ProofForm({ email, onProven, onPutOff, onSessionOver }: ProofFormProps) {
  const t = useTranslations()
  const showFailure = useSubmitFailure()
  const hasPasskeys = useHasPasskeys()
  const { data: means } = useQuery({ queryKey: ['account', 'proof'], queryFn: proofMeans, retry: false })
  const form = useZodForm(fields, { defaultValues: { password: '', code: '' } })

  async function prove(prepare: () => Promise<Parameters<typeof proveWho>[0]>) {
    try {
      await proveWho(await prepare())
      onProven()
    } catch (error) {
      if (isSignedOut(error)) return onSessionOver()
      // The person, or the browser, does not want a passkey now.
      if (!(error instanceof ApiError) && error instanceof DOMException) return
      showFailure(form, error)
    }
  }
  const byPassword = ({ password, code }: z.output<typeof fields>) =>
    prove(async () => ({ password, ...(code.trim() && { code: code.trim() }) }))

  return (
    <ZodForm form={form} onSubmit={byPassword} isGuarded={false} className="grid gap-4">
      <TextField label={t('auth.email')} value={email} isReadOnly autoComplete="username" />
      <FormPasswordField
        control={form.control}
        autoFocus
        name="password"
        label={t('auth.password')}
        autoComplete="current-password"
      />
      {means?.provider && (
        <p className="text-sm text-muted">{t('session.proofByProvider', { provider: means.provider })}</p>
      )}
      {means?.needs_code && (
        <FormTextField
          control={form.control}
          name="code"
          label={t('auth.code')}
          hint={t('auth.codeHint')}
          autoComplete="one-time-code"
          isMono
        />
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onPress={onPutOff}>{t('common.cancel')}</Button>
        {means?.has_passkey && hasPasskeys && (
          <Button
            icon={<KeyRound aria-hidden size={15} />}
            onPress={() => void prove(async () => ({ passkey: await askForPasskey('account/proof') }))}
          >
            {t('session.proofKey')}
          </Button>
        )}
        <Button type="submit" variant="primary" isPending={form.formState.isSubmitting}>
          {t('session.proofButton')}
        </Button>
      </div>
    </ZodForm>
  )
}
