'use client'
import { useTranslations } from 'use-intl'
import { FormPasswordField } from '@/components/form/password-field'
import { useSubmitFailure } from '@/components/form/use-submit-failure'
import { useZodForm } from '@/components/form/use-zod-form'
import { ZodForm } from '@/components/form/zod-form'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/text-field'
import { proveWho } from '@/lib/account/client'
import { type Proof, proof } from '@/lib/account/schema'
import { isSignedOut } from '@/lib/core/http'

interface ProofFormProps {
  email: string
  onProven: () => void
  onPutOff: () => void
  onSessionOver: () => void
}

/** Asks a person with a session to prove that it is them. */
export function ProofForm({ email, onProven, onPutOff, onSessionOver }: ProofFormProps) {
  const t = useTranslations()
  const showFailure = useSubmitFailure()
  const form = useZodForm(proof, { defaultValues: { password: '' } })

  async function submit(given: Proof) {
    try {
      await proveWho(given)
      onProven()
    } catch (error) {
      if (isSignedOut(error)) return onSessionOver()
      showFailure(form, error)
    }
  }

  return (
    <ZodForm form={form} onSubmit={submit} isGuarded={false} className="grid gap-4">
      <TextField label={t('auth.email')} value={email} isReadOnly autoComplete="username" />
      <FormPasswordField
        control={form.control}
        autoFocus
        name="password"
        label={t('auth.password')}
        autoComplete="current-password"
      />
      <div className="flex justify-end gap-2">
        <Button onPress={onPutOff}>{t('common.cancel')}</Button>
        <Button type="submit" variant="primary" isPending={form.formState.isSubmitting}>
          {t('session.proofButton')}
        </Button>
      </div>
    </ZodForm>
  )
}
