'use client'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { FormTextField } from '@/components/form/fields/fields'
import { schemaResolver } from '@/components/form/resolver'
import { ZodForm } from '@/components/form/zod-form'
import { Button } from '@/components/ui/button'
import { send, navigateTo, useReloadWhenRestored } from '../payer/send'

const schema = z.object({ password: z.string().min(1) })

/** Cancelling sends a wrong password. */
const noPassword = 'cancelled'

export function ChallengeForm({ uid, iframe }: { uid: string; iframe: boolean }) {
  const t = useTranslations('sandbox')
  const form = useForm<z.input<typeof schema>, unknown, z.output<typeof schema>>({
    resolver: schemaResolver(schema, () => t('fieldErrors.blank')),
    defaultValues: { password: '' },
    shouldFocusError: false,
  })
  const [isCancelling, setIsCancelling] = useState(false)
  useReloadWhenRestored()

  async function answer(password: string) {
    const result = await send(`/sandbox/payments/${uid}/challenge/answer`, { password })
    if (result.kind === 'made') return navigateTo(result.next, iframe)
    if (result.kind === 'unpayable' || result.kind === 'stale') return navigateTo(window.location.pathname)
    if (result.kind === 'failed') return form.setError('root.server', { message: t('pay.failed') })
    form.setError('password', { message: t('fieldErrors.invalid') })
  }
  async function cancel() {
    setIsCancelling(true)
    await answer(noPassword)
    setIsCancelling(false)
  }

  return (
    <ZodForm
      form={form}
      onSubmit={({ password }) => answer(password)}
      isGuarded={false}
      className="mt-5 grid gap-4"
    >
      <FormTextField
        control={form.control}
        name="password"
        type="password"
        label={t('challenge.password')}
        hint={t('challenge.hint')}
        autoComplete="new-password"
      />
      <div className="grid gap-2">
        <Button
          type="submit"
          variant="primary"
          isPending={form.formState.isSubmitting}
          isDisabled={isCancelling}
          className="min-h-11 text-base!"
        >
          {t('challenge.confirm')}
        </Button>
        <Button
          isPending={isCancelling}
          isDisabled={form.formState.isSubmitting}
          onPress={() => void cancel()}
          className="min-h-11 text-base!"
        >
          {t('challenge.cancel')}
        </Button>
      </div>
    </ZodForm>
  )
}
