'use client'
import { useTranslations } from 'use-intl'
import { QrCode } from '@/components/counterfoil/qr-code'
import { qrPath } from '@/components/counterfoil/qr-path'
import { FormDialog } from '@/components/dialogs/form-dialog'
import { FormTextField } from '@/components/form/fields/fields'
import { useSubmitFailure } from '@/components/form/submitting/use-submit-failure'
import { useZodForm } from '@/components/form/use-zod-form'
import { confirmApp, removeFactor } from '@/lib/account/client'
import {
  appConfirmation,
  type FactorAdded,
  type NewApp,
  passkeyName,
  type Factor,
} from '@/lib/account/schema'
import { addPasskey } from '@/lib/account/passkey-client'
import { ApiError, NetworkError } from '@/lib/core/api/http'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/text/copy-button'
import { Dialog } from '@/components/ui/overlays/dialog'
import { useMutation } from '@tanstack/react-query'
import { ConfirmDialog } from '@/components/dialogs/confirm-dialog'
import { useFailureText } from '@/components/dialogs/failure'

interface AppDialogProps {
  app: NewApp
  onClose: () => void
  onAdded: (added: FactorAdded) => Promise<void>
}

export function AppDialog({ app, onClose, onAdded }: AppDialogProps) {
  const t = useTranslations('account')
  const auth = useTranslations('auth')
  const showFailure = useSubmitFailure()
  const path = qrPath(app.address)
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
        {path && <QrCode path={path} label={t('appQr')} className="mx-auto size-44 rounded-sm" />}
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

interface PasskeyDialogProps {
  onClose: () => void
  onAdded: (added: FactorAdded) => Promise<void>
}

export function PasskeyDialog({ onClose, onAdded }: PasskeyDialogProps) {
  const t = useTranslations('account')
  const showFailure = useSubmitFailure()
  const form = useZodForm(passkeyName, { defaultValues: { name: t('defaultPasskey') } })

  function fail(error: unknown) {
    if (error instanceof ApiError || error instanceof NetworkError) return showFailure(form, error)
    // Browsers refuse with errors of many kinds. Their texts would not help the person.
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

/** Shows new recovery codes, once. */
export function RecoveryDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const t = useTranslations('account')
  const common = useTranslations('common')
  return (
    <Dialog
      isOpen
      role="alertdialog"
      title={t('recoveryTitle')}
      closeLabel={common('close')}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          <CopyButton text={codes.join('\n')} label={t('recoveryCopy')} />
          <Button autoFocus variant="primary" onPress={onClose}>
            {t('recoveryDone')}
          </Button>
        </>
      }
    >
      <p className="mb-3">{t('recoveryText')}</p>
      <ul className="grid grid-cols-2 gap-x-4 gap-y-1 font-mono text-md max-[420px]:grid-cols-1">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Dialog>
  )
}

interface RemoveFactorDialogProps {
  factor: Factor
  isLast: boolean
  onClose: () => void
  onRemoved: () => Promise<void>
}

export function RemoveFactorDialog({ factor, isLast, onClose, onRemoved }: RemoveFactorDialogProps) {
  const t = useTranslations('account')
  const failureText = useFailureText()
  const removing = useMutation({ mutationFn: () => removeFactor(factor.id), onSuccess: onRemoved })
  return (
    <ConfirmDialog
      title={<span className="wrap-anywhere">{t('removeTitle', { name: factor.name })}</span>}
      confirmLabel={t('remove')}
      isDanger
      isPending={removing.isPending}
      failure={removing.error && failureText(removing.error)}
      onConfirm={() => removing.mutate()}
      onClose={onClose}
    >
      <p>{t('removeText')}</p>
      {isLast && <p className="mt-2">{t('removeLastText')}</p>}
    </ConfirmDialog>
  )
}
