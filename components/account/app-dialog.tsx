'use client'
import { useTranslations } from 'use-intl'
import { QrCode } from '@/components/counterfoil/qr-code'
import { qrPath } from '@/components/counterfoil/qr-path'
import { FormDialog } from '@/components/dialogs/form-dialog'
import { FormTextField } from '@/components/form/fields/fields'
import { useSubmitFailure } from '@/components/form/submitting/use-submit-failure'
import { useZodForm } from '@/components/form/use-zod-form'
import { confirmApp } from '@/lib/account/client'
import { appConfirmation, type FactorAdded, type NewApp } from '@/lib/account/schema'

interface AppDialogProps {
  app: NewApp
  onClose: () => void
  onAdded: (added: FactorAdded) => Promise<void>
}

export default function AppDialog({ app, onClose, onAdded }: AppDialogProps) {
  const t = useTranslations('account')
  const auth = useTranslations('auth')
  const showFailure = useSubmitFailure()
  const form = useZodForm(appConfirmation, { defaultValues: { name: t('defaultApp'), code: '' } })
  return (
    <FormDialog
      form={form}
      isDismissable={false}
      title={t('appTitle')}
      submitLabel={t('addIt')}
      onSubmit={(values) =>
        confirmApp(app.id, values).then(onAdded, (error: unknown) => showFailure(form, error))
      }
      onClose={onClose}
    >
      <div>
        <p className="mb-3 text-muted">{t('appText')}</p>
        <QrCode path={qrPath(app.address)} label={t('appQr')} className="mx-auto size-44 rounded-sm" />
        <p className="mt-3 text-center text-sm text-muted">
          {t('appSecret')}
          <code className="mt-1 block font-mono text-md wrap-anywhere text-text select-all">
            {app.secret}
          </code>
        </p>
      </div>
      <FormTextField
        control={form.control}
        autoFocus
        name="code"
        label={auth('code')}
        autoComplete="one-time-code"
        isMono
      />
      <FormTextField
        control={form.control}
        name="name"
        label={t('factorName')}
        hint={t('factorNameHint')}
        autoComplete="off"
      />
    </FormDialog>
  )
}
