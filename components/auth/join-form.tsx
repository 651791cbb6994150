'use client'
import { signIn } from 'next-auth/react'
import { useTranslations } from 'use-intl'
import type { z } from 'zod'
import { FormTextField } from '@/components/form/fields/fields'
import { FormPasswordField } from '@/components/form/fields/password-field'
import { useSubmitFailure } from '@/components/form/submitting/use-submit-failure'
import { useZodForm } from '@/components/form/use-zod-form'
import { ZodForm } from '@/components/form/zod-form'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/fields/text-field'
import { newAccount } from '@/lib/people/schema'
import { acceptInvitation } from '@/lib/people/client'

interface JoinFormProps {
  token: string
  email: string
  /** As the inviting person wrote it. */
  name: string
}

/** Creates an account, accepts the invitation and signs in. */
export function JoinForm({ token, email, name }: JoinFormProps) {
  const t = useTranslations('invitations')
  const showFailure = useSubmitFailure()
  const form = useZodForm(newAccount, { defaultValues: { name, password: '' } })

  async function join(values: z.output<typeof newAccount>) {
    const { shop } = await acceptInvitation({ token, ...values })
    const credentials = { email, password: values.password, redirect: false, callbackUrl: '/' } as const
    // The account exists now. If signing in fails, the sign-in page says why.
    const answer = await signIn('credentials', credentials).catch(() => undefined)
    window.location.replace(answer?.ok && !answer.error ? `/shops/${shop}` : '/sign-in')
  }

  return (
    <ZodForm
      form={form}
      onSubmit={(values) => join(values).catch((error: unknown) => showFailure(form, error))}
      isGuarded={false}
      className="grid gap-4"
    >
      {/* Read-only, but password managers store the password under it. */}
      <TextField label={t('email')} value={email} isReadOnly autoComplete="username" />
      <FormTextField control={form.control} name="name" label={t('name')} autoComplete="name" />
      <FormPasswordField
        control={form.control}
        autoFocus
        name="password"
        label={t('password')}
        hintOf={() => t('passwordHint')}
        autoComplete="new-password"
      />
      <Button type="submit" variant="primary" isPending={form.formState.isSubmitting}>
        {t('joinButton')}
      </Button>
    </ZodForm>
  )
}
