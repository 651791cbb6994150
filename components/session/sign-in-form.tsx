'use client'
import { signIn } from 'next-auth/react'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { focusContent } from '@/components/form/focus-field'
import { FormTextField } from '@/components/form/fields'
import { useZodForm } from '@/components/form/use-zod-form'
import { ZodForm } from '@/components/form/zod-form'
import { Button } from '@/components/ui/button'
import { normalEmail } from '@/lib/core/account-email'
import { tellSession } from './session-channel'

const filled = z.string().min(1, 'blank')
const credentials = z.object({ email: filled, password: filled })

/** Reasons that next-auth reports: its own code for wrong credentials, or ours from `authorize`. */
const reasons = { CredentialsSignin: 'wrong', throttled: 'throttled' } as const

interface SignInFormProps {
  onSignedIn: () => void
  /** Restricts sign-in to this account; any account by default. */
  email?: string
}

export function SignInForm({ onSignedIn, email }: SignInFormProps) {
  const t = useTranslations('auth')
  const [refusal, setRefusal] = useState<'wrong' | 'throttled' | 'failed' | null>(null)
  const password = useRef<HTMLInputElement>(null)
  const form = useZodForm(credentials, { defaultValues: { email: email ?? '', password: '' } })

  async function submit(values: z.output<typeof credentials>) {
    setRefusal(null)
    // `signIn` rejects when the server cannot be reached. Without a `callbackUrl` next-auth stores this page's address,
    // which may hold an invitation's token.
    const options = { ...values, redirect: false, callbackUrl: '/' } as const
    const answer = await signIn('credentials', options).catch(() => undefined)
    if (answer?.ok && !answer.error) {
      tellSession({ kind: 'signed-in', email: normalEmail(values.email) })
      return onSignedIn()
    }
    const reason = reasons[answer?.error as keyof typeof reasons] ?? 'failed'
    setRefusal(reason)
    // Most likely the password is wrong, and it cannot be read on screen.
    if (reason === 'wrong') focusContent(password.current)
  }

  return (
    <ZodForm form={form} onSubmit={submit} isGuarded={false} className="grid gap-4">
      {refusal && (
        <p role="alert" className="rounded-md bg-danger-weak px-3 py-2 text-danger">
          {t(refusal)}
        </p>
      )}
      <FormTextField
        control={form.control}
        autoFocus={!email}
        isReadOnly={!!email}
        name="email"
        label={t('email')}
        type="email"
        autoComplete="username"
      />
      <FormTextField
        control={form.control}
        autoFocus={!!email}
        name="password"
        inputRef={password}
        label={t('password')}
        type="password"
        autoComplete="current-password"
      />
      <Button type="submit" variant="primary" isPending={form.formState.isSubmitting}>
        {t('signIn')}
      </Button>
      {(refusal === 'wrong' || refusal === 'throttled') && (
        <p className="text-sm text-muted">{t('forgotten')}</p>
      )}
    </ZodForm>
  )
}
