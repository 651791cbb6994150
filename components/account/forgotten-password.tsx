'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormTextField } from '@/components/form/fields/fields'
import { useSubmitFailure } from '@/components/form/submitting/use-submit-failure'
import { useZodForm } from '@/components/form/use-zod-form'
import { ZodForm } from '@/components/form/zod-form'
import { Button } from '@/components/ui/button'
import { LinkButton } from '@/components/ui/link'
import { askForReset } from '@/lib/account/client'
import { resetRequest, type ResetRequest } from '@/lib/account/schema'

/** Asks for a link by mail. Never says whether the address has an account. */
export function ForgottenPassword({ minutes }: { minutes: number }) {
  const t = useTranslations('passwordReset')
  const showFailure = useSubmitFailure()
  const [asked, setAsked] = useState<string | null>(null)
  const form = useZodForm(resetRequest, { defaultValues: { email: '' } })
  const ask = (values: ResetRequest) =>
    askForReset(values).then(
      () => setAsked(values.email),
      (error: unknown) => showFailure(form, error),
    )
  if (asked !== null)
    return (
      <div className="grid grid-cols-1 gap-4">
        <p role="status" className="wrap-anywhere">
          {t('asked', { email: asked, minutes })}
        </p>
        <LinkButton href="/sign-in">{t('backToSignIn')}</LinkButton>
      </div>
    )
  return (
    <ZodForm form={form} onSubmit={ask} isGuarded={false} className="grid grid-cols-1 gap-4">
      <FormTextField
        control={form.control}
        autoFocus
        name="email"
        label={t('email')}
        type="email"
        autoComplete="username"
      />
      <Button type="submit" variant="primary" isPending={form.formState.isSubmitting}>
        {t('ask')}
      </Button>
      <LinkButton href="/sign-in">{t('backToSignIn')}</LinkButton>
    </ZodForm>
  )
}
