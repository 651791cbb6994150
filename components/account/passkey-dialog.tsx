'use client'
import { useTranslations } from 'use-intl'
import { FormDialog } from '@/components/dialogs/form-dialog'
import { FormTextField } from '@/components/form/fields/fields'
import { useSubmitFailure } from '@/components/form/submitting/use-submit-failure'
import { useZodForm } from '@/components/form/use-zod-form'
import { addPasskey } from '@/lib/account/passkey-client'
import { type FactorAdded, passkeyName } from '@/lib/account/schema'
import { ApiError, NetworkError } from '@/lib/core/api/http'

interface PasskeyDialogProps {
  onClose: () => void
  onAdded: (added: FactorAdded) => Promise<void>
}

export default function PasskeyDialog({ onClose, onAdded }: PasskeyDialogProps) {
  const t = useTranslations('account')
  const showFailure = useSubmitFailure()
  const form = useZodForm(passkeyName, { defaultValues: { name: t('defaultPasskey') } })

  function fail(error: unknown) {
    if (error instanceof ApiError || error instanceof NetworkError) return showFailure(form, error)
    // The browser's own refusals are errors of many kinds, and say too little to pass on.
    return form.setError('root.server', { type: 'server', message: t('passkeyRefused') })
  }

  return (
    <FormDialog
      form={form}
      title={t('passkeyTitle')}
      submitLabel={t('addIt')}
      onSubmit={({ name }) => addPasskey(name).then(onAdded, fail)}
      onClose={onClose}
    >
      <p className="text-muted">{t('passkeyText')}</p>
      <FormTextField
        control={form.control}
        autoFocus
        name="name"
        label={t('factorName')}
        hint={t('factorNameHint')}
        autoComplete="off"
      />
    </FormDialog>
  )
}
