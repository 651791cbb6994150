'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormPasswordField } from '@/components/form/fields/password-field'
import { useSubmitFailure } from '@/components/form/submitting/use-submit-failure'
import { useZodForm } from '@/components/form/use-zod-form'
import { ZodForm } from '@/components/form/zod-form'
import { useFragment } from '@/components/session/use-fragment'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/fields/text-field'
import { LinkButton } from '@/components/ui/link'
import { lookUpReset, setPasswordByLink } from '@/lib/account/client'
import { resetPassword, type ResetAccount } from '@/lib/account/schema'
import { ApiError } from '@/lib/core/api/http'
import { useStrengthText } from './password-form'

/** The page that a link for a new password opens. Opening it does not use up the link. */
export function ResetPassword() {
  const t = useTranslations('passwordReset')
  const token = useFragment()
  const [isSet, setIsSet] = useState(false)
  const query = useQuery({
    queryKey: ['password-reset', token],
    queryFn: () => lookUpReset(token ?? ''),
    enabled: !!token && !isSet,
    retry: false,
    // A refetch that fails would replace the form and lose what is typed in it.
    refetchOnWindowFocus: false,
  })
  if (isSet) return <Ending text={t('isSet')} />
  if (token === '') return <Ending text={t('invalid')} />
  if (query.error) {
    const code = query.error instanceof ApiError ? query.error.code : ''
    if (code === 'not_found' || code === 'invalid') return <Ending text={t('invalid')} />
    return (
      <div className="grid grid-cols-1 gap-4">
        <p role="alert">{t(code === 'too_many_attempts' ? 'throttled' : 'failed')}</p>
        <Button onPress={() => void query.refetch()}>{t('again')}</Button>
      </div>
    )
  }
  if (!query.data || token === null) return <p className="text-muted">{t('opening')}</p>
  return <NewPassword account={query.data} token={token} onSet={() => setIsSet(true)} />
}

function Ending({ text }: { text: string }) {
  const t = useTranslations('passwordReset')
  return (
    <div className="grid grid-cols-1 gap-4">
      <p role="status">{text}</p>
      <LinkButton href="/sign-in">{t('signIn')}</LinkButton>
    </div>
  )
}

interface NewPasswordProps {
  account: ResetAccount
  token: string
  onSet: () => void
}

function NewPassword({ account, token, onSet }: NewPasswordProps) {
  const t = useTranslations('passwordReset')
  const showFailure = useSubmitFailure()
  const strengthText = useStrengthText(account)
  const form = useZodForm(resetPassword, { defaultValues: { password: '' } })
  return (
    <ZodForm
      form={form}
      onSubmit={({ password }) =>
        setPasswordByLink({ token, password }).then(onSet, (error: unknown) => showFailure(form, error))
      }
      isGuarded={false}
      className="grid grid-cols-1 gap-4"
    >
      {/* Read-only. Password managers store the password with this e-mail address. */}
      <TextField label={t('email')} value={account.email} isReadOnly autoComplete="username" />
      <FormPasswordField
        control={form.control}
        autoFocus
        name="password"
        label={t('newPassword')}
        hintOf={strengthText}
        autoComplete="new-password"
      />
      <Button type="submit" variant="primary" isPending={form.formState.isSubmitting}>
        {t('set')}
      </Button>
    </ZodForm>
  )
}
