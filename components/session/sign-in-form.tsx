'use client'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { focusContent } from '@/components/form/focus-field'
import { FormSwitch, FormTextField } from '@/components/form/fields/fields'
import { FormPasswordField } from '@/components/form/fields/password-field'
import { useZodForm } from '@/components/form/use-zod-form'
import { ZodForm } from '@/components/form/zod-form'
import { Button } from '@/components/ui/button'
import { Link, LinkButton } from '@/components/ui/link'
import type { Profile } from '@/lib/account/schema'
import { normalEmail } from '@/lib/core/account/account-email'
import { apiOfSignIn } from '@/lib/core/api/http'
import { PasskeyButton, signInBy } from './passkey-button'
import { tellSession } from './session-channel'

const filled = z.string().min(1, 'blank')
const credentials = z.object({ email: filled, password: filled, code: z.string(), trusts: z.boolean() })

/** Reasons that next-auth reports: its own code for wrong credentials, or ours from `authorize`. */
const reasons = {
  CredentialsSignin: 'wrong',
  throttled: 'throttled',
  wrong_code: 'wrong_code',
  provider_only: 'provider_only',
} as const

type Refusal = (typeof reasons)[keyof typeof reasons] | 'wrong_passkey' | 'failed'

interface SignInFormProps {
  onSignedIn: () => void
  /** Restricts sign-in to this account; any account by default. */
  email?: string
  /** Whether to offer a link for a new password by mail. */
  mayReset?: boolean
}

export function SignInForm({ onSignedIn, email, mayReset = false }: SignInFormProps) {
  const t = useTranslations('auth')
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [needsCode, setNeedsCode] = useState(false)
  const password = useRef<HTMLInputElement>(null)
  const form = useZodForm(credentials, {
    defaultValues: { email: email ?? '', password: '', code: '', trusts: false },
  })

  async function submit(values: z.output<typeof credentials>) {
    setRefusal(null)
    const answer = await signInBy({
      email: values.email,
      password: values.password,
      ...(values.code.trim() && { code: values.code.trim() }),
      ...(values.trusts && { trusts: 'on' }),
    })
    if (answer?.ok && !answer.error) {
      tellSession({ kind: 'signed-in', email: normalEmail(values.email) })
      return onSignedIn()
    }
    if (answer?.error === 'second_factor') return setNeedsCode(true)
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
      {refusal === 'provider_only' && <ToProvider email={email} onSignedIn={onSignedIn} />}
      <FormTextField
        control={form.control}
        autoFocus={!email}
        isReadOnly={!!email}
        name="email"
        label={t('email')}
        type="email"
        autoComplete="username"
      />
      <FormPasswordField
        control={form.control}
        autoFocus={!!email}
        name="password"
        inputRef={password}
        label={t('password')}
        autoComplete="current-password"
      />
      {needsCode && (
        <>
          <FormTextField
            control={form.control}
            autoFocus
            name="code"
            label={t('code')}
            hint={t('codeHint')}
            autoComplete="one-time-code"
            isMono
          />
          <FormSwitch control={form.control} name="trusts" hint={t('trustsHint')}>
            {t('trusts')}
          </FormSwitch>
        </>
      )}
      <Button type="submit" variant="primary" isPending={form.formState.isSubmitting}>
        {t('signIn')}
      </Button>
      <PasskeyButton onSignedIn={onSignedIn} onRefused={setRefusal} email={email} />
      <Forgotten mayReset={mayReset} isRefused={refusal === 'wrong' || refusal === 'throttled'} />
    </ZodForm>
  )
}

/**
 * Leads to the sign-in page, which has the providers, in another tab: here may be an invitation, or what was typed. Goes
 * on here once the person has signed in there.
 */
function ToProvider({ email, onSignedIn }: Pick<SignInFormProps, 'email' | 'onSignedIn'>) {
  const t = useTranslations('auth')
  useEffect(() => {
    const look = async () => {
      const account = await apiOfSignIn('/api/account', { isForAnybody: true }).catch(() => null)
      if (account !== null && (email === undefined || (account as Profile).email === email)) onSignedIn()
    }
    const lookAgain = () => void look()
    window.addEventListener('focus', lookAgain)
    return () => window.removeEventListener('focus', lookAgain)
  }, [email, onSignedIn])
  return (
    <LinkButton href="/sign-in" target="_blank">
      {t('toSignInPage')}
    </LinkButton>
  )
}

/** Says how to get a new password: by a mailed link, or else, after a refused sign-in, from an administrator. */
function Forgotten({ mayReset, isRefused }: { mayReset: boolean; isRefused: boolean }) {
  const t = useTranslations('auth')
  if (!mayReset) return isRefused ? <p className="text-sm text-muted">{t('forgotten')}</p> : null
  return (
    <Link
      href="/forgotten-password"
      className="justify-self-start rounded-xs text-sm text-accent underline-offset-2 hover:underline"
    >
      {t('forgotPassword')}
    </Link>
  )
}

interface SignInPageFormProps {
  target: string
  /** Whether a link for a new password can be mailed. */
  mayReset: boolean
}

export function SignInPageForm({ target, mayReset }: SignInPageFormProps) {
  return <SignInForm mayReset={mayReset} onSignedIn={() => window.location.replace(target)} />
}
