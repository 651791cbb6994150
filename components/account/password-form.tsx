'use client'
import { useTranslations } from 'use-intl'
import { FormPasswordField } from '@/components/form/fields/password-field'
import { useSubmitFailure } from '@/components/form/submitting/use-submit-failure'
import { useZodForm } from '@/components/form/use-zod-form'
import { ZodForm } from '@/components/form/zod-form'
import { Button } from '@/components/ui/button'
import { changePassword } from '@/lib/account/client'
import { passwordChange, type PasswordChange, type PasswordChanged } from '@/lib/account/schema'
import { lengthOf, minPassword, strengthOf } from '@/lib/core/account/password'

interface PasswordFormProps {
  account: { name: string; email: string }
  /** True if the page contains only the form. */
  autoFocus?: boolean
  onChanged: (result: PasswordChanged) => void
}

export function PasswordForm({ account, autoFocus, onChanged }: PasswordFormProps) {
  const t = useTranslations('account')
  const showFailure = useSubmitFailure()
  const strengthText = useStrengthText(account)
  const form = useZodForm(passwordChange, { defaultValues: { current: '', password: '' } })

  async function submit(values: PasswordChange) {
    try {
      const changed = await changePassword(values)
      form.reset()
      onChanged(changed)
    } catch (error) {
      showFailure(form, error)
    }
  }

  return (
    <ZodForm form={form} onSubmit={submit} isGuarded={false} className="grid grid-cols-1 gap-4">
      {/* Password managers store the password with this e-mail address. */}
      <input type="text" value={account.email} readOnly hidden autoComplete="username" />
      <FormPasswordField
        control={form.control}
        name="current"
        label={t('currentPassword')}
        autoComplete="current-password"
        autoFocus={autoFocus}
      />
      <FormPasswordField
        control={form.control}
        name="password"
        label={t('newPassword')}
        hintOf={strengthText}
        autoComplete="new-password"
      />
      <Button type="submit" variant="primary" isPending={form.formState.isSubmitting}>
        {t('changePassword')}
      </Button>
    </ZodForm>
  )
}

interface FirstPasswordProps {
  account: { name: string; email: string }
  /** Where to go afterwards. */
  target: string
}

export function FirstPassword({ account, target }: FirstPasswordProps) {
  return <PasswordForm account={account} autoFocus onChanged={() => window.location.replace(target)} />
}

/** Returns the text below a new password: what it needs, or how strong it is. */
export function useStrengthText({ name, email }: { name: string; email: string }): (typed: string) => string {
  const t = useTranslations('account')
  return (typed) => {
    if (typed === '') return t('newPasswordHint')
    return t(`strength.${strengthOf(typed, [name, email])}`, { missing: minPassword - lengthOf(typed) })
  }
}
