'use client'
import { useTranslations } from 'use-intl'
import { FormTextField } from '@/components/form/fields/fields'
import { SubmitButton } from '@/components/form/submit-button'
import { useSubmitFailure } from '@/components/form/use-submit-failure'
import { useZodForm } from '@/components/form/use-zod-form'
import { ZodForm } from '@/components/form/zod-form'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/overlays/dialog'
import { addPasskey } from '@/lib/account/passkey-client'
import { type FactorAdded, passkeyName } from '@/lib/account/schema'
import { ApiError, NetworkError } from '@/lib/core/http'

interface PasskeyDialogProps {
  onClose: () => void
  onAdded: (added: FactorAdded) => Promise<void>
}

export default function PasskeyDialog({ onClose, onAdded }: PasskeyDialogProps) {
  const t = useTranslations('account')
  const common = useTranslations('common')
  const showFailure = useSubmitFailure()
  const form = useZodForm(passkeyName, { defaultValues: { name: t('defaultPasskey') } })

  function fail(error: unknown) {
    if (error instanceof ApiError || error instanceof NetworkError) return showFailure(form, error)
    // The browser's own refusals are errors of many kinds, and say too little to pass on.
    return form.setError('root.server', { type: 'server', message: t('passkeyRefused') })
  }

  return (
    <Dialog
      isOpen
      title={t('passkeyTitle')}
      closeLabel={common('close')}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <p className="mb-4 text-muted">{t('passkeyText')}</p>
      <ZodForm
        form={form}
        isGuarded={false}
        onSubmit={({ name }) => addPasskey(name).then(onAdded, fail)}
        className="grid grid-cols-1 gap-4"
      >
        <FormTextField
          control={form.control}
          autoFocus
          name="name"
          label={t('factorName')}
          hint={t('factorNameHint')}
          autoComplete="off"
        />
        <div className="flex justify-end gap-2">
          <Button onPress={onClose}>{common('cancel')}</Button>
          <SubmitButton>{t('addIt')}</SubmitButton>
        </div>
      </ZodForm>
    </Dialog>
  )
}
