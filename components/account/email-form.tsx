'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormTextField } from '@/components/form/fields/fields'
import { useSubmitFailure } from '@/components/form/use-submit-failure'
import { useZodForm } from '@/components/form/use-zod-form'
import { ZodForm } from '@/components/form/zod-form'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/fields/text-field'
import { changeEmail } from '@/lib/account/client'
import { emailChange, type EmailChange, type EmailChangeState } from '@/lib/account/schema'
import { accountKeys } from '@/lib/core/client/keys'

/** Changes the e-mail that one signs in with: where mails can be sent, by a link that confirms the new one. */
export function EmailForm({ email }: { email: string }) {
  const t = useTranslations('account')
  const auth = useTranslations('auth')
  const client = useQueryClient()
  const showFailure = useSubmitFailure()
  const form = useZodForm(emailChange, { defaultValues: { email: '' } })
  const [answer, setAnswer] = useState<EmailChangeState | null>(null)

  async function submit(change: EmailChange) {
    try {
      setAnswer(await changeEmail(change))
      form.reset({ email: '' })
      await client.invalidateQueries({ queryKey: accountKeys.profile })
    } catch (error) {
      showFailure(form, error)
    }
  }

  return (
    <ZodForm form={form} onSubmit={submit} className="grid max-w-md grid-cols-1 gap-4">
      <TextField label={auth('email')} value={email} isReadOnly />
      <FormTextField
        control={form.control}
        name="email"
        label={t('newEmail')}
        type="email"
        autoComplete="email"
      />
      <p role="status" className="text-md empty:hidden">
        {answer && t(answer.state === 'mailed' ? 'emailMailed' : 'emailChanged', answer)}
      </p>
      <div>
        <Button type="submit" isPending={form.formState.isSubmitting}>
          {t('changeEmail')}
        </Button>
      </div>
    </ZodForm>
  )
}
