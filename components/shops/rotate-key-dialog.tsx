'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { FormDialog } from '@/components/dialogs/form-dialog'
import { FormSwitch, FormTextField } from '@/components/form/fields/fields'
import { noAutofill } from '@/components/form/layout'
import { useZodForm } from '@/components/form/use-zod-form'
import { Select } from '@/components/ui/fields/select'
import { toast } from '@/components/ui/overlays/toast-store'
import { connectionOptions, rotateKey } from '@/lib/shops/client'
import { type ConnectionReport as Report, keyRotation, type KeyRotation } from '@/lib/shops/schema'
import { storeAnswer } from '@/lib/core/client/store-answer'
import { ConnectionReport } from './connection-report'
import { reportIn } from './use-connection-test'
import { useVersionedFailure } from './use-versioned-failure'

/** For how many hours the old key counts. */
const choices = ['0', '1', '24', '168', '720', '2160'] as const
const usualHours = 168

interface RotateKeyDialogProps {
  shop: string
  liveShopName: string | null
  version: number
  onClose: () => void
}

/** Tests a new key and replaces the old one. Loaded on intent. */
export default function RotateKeyDialog({ shop, liveShopName, version, onClose }: RotateKeyDialogProps) {
  const t = useTranslations('shops')
  const client = useQueryClient()
  const showFailure = useVersionedFailure(shop)
  const [tested, setTested] = useState<{ key: string; report: Report } | null>(null)
  const form = useZodForm(keyRotation, {
    // The version that the person saw when they opened the dialog.
    defaultValues: { version, secret_key: '', keep_hours: usualHours, accept_untested: false },
  })
  const { control } = form
  const hours = useWatch({ control, name: 'keep_hours' })
  const key = useWatch({ control, name: 'secret_key' })
  // The findings for a key, and that it may stay untested, do not apply to another one.
  const report = tested?.key === key ? tested.report : null
  const save = (rotation: KeyRotation) =>
    rotateKey(shop, { ...rotation, accept_untested: report !== null && rotation.accept_untested }).then(
      (saved) => {
        storeAnswer(client, connectionOptions(shop).queryKey, saved)
        toast(t('rotate.done'))
        onClose()
      },
      (error: unknown) => {
        const found = reportIn(error)
        if (found) return setTested({ key, report: found })
        return showFailure(form, error)
      },
    )
  return (
    <FormDialog
      size="md"
      form={form}
      title={liveShopName ? t('rotate.titleIn', { shop: liveShopName }) : t('rotate.title')}
      submitLabel={t('rotate.confirm')}
      onSubmit={save}
      onClose={onClose}
    >
      <p className="text-md/5 text-muted">{t('rotate.text')}</p>
      <FormTextField
        control={control}
        name="secret_key"
        label={t('rotate.newKey')}
        isMono
        autoFocus
        {...noAutofill}
      />
      <Select
        label={t('rotate.keep')}
        items={choices.map((id) => ({ id, label: t(`rotate.keepFor.${id}`) }))}
        value={choices.find((id) => Number(id) === hours) ?? null}
        onChange={(id) => form.setValue('keep_hours', Number(id))}
      />
      {hours === 0 && <p className="text-md/5 text-danger">{t('rotate.keepNone')}</p>}
      {report && <ConnectionReport report={report} />}
      {report && (
        <FormSwitch control={control} name="accept_untested" hint={t('rotate.acceptHint')}>
          {t('rotate.accept')}
        </FormSwitch>
      )}
    </FormDialog>
  )
}
