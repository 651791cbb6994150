'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { FormDialog } from '@/components/dialogs/form-dialog'
import { FormTextArea } from '@/components/form/fields/fields'
import { useSubmitFailure } from '@/components/form/submitting/use-submit-failure'
import { useZodForm } from '@/components/form/use-zod-form'
import { missingPayments, type ReconciliationDetail } from '@/lib/payments/reconciliation/reconciliation'
import { reconciliationKeys, sayMissing } from '@/lib/payments/reconciliation-client'
import { storeAnswer } from '@/lib/core/client/store-answer'

interface MissingDialogProps {
  shop: string
  run: ReconciliationDetail
  liveShopName: string | null
  onClose: () => void
}

/** Asks how a person knows that payments really are missing here. Shown if no UID of the statement is known. */
export default function MissingDialog({ shop, run, liveShopName, onClose }: MissingDialogProps) {
  const t = useTranslations('reconciliation')
  const client = useQueryClient()
  const showFailure = useSubmitFailure()
  const form = useZodForm(missingPayments, { defaultValues: { reason: '' } })
  const { unknown_uids: count } = run.counts
  return (
    <FormDialog
      title={t('missing.title', { count })}
      form={form}
      submitLabel={t('missing.say')}
      onSubmit={async (body) => {
        try {
          storeAnswer(client, reconciliationKeys.detail(shop, run.id), await sayMissing(shop, run.id, body))
          onClose()
        } catch (error) {
          showFailure(form, error)
        }
        await client.invalidateQueries({ queryKey: reconciliationKeys.all(shop) })
      }}
      onClose={onClose}
    >
      <p className="text-md/5">{t('missing.text')}</p>
      {liveShopName !== null && (
        <p className="text-md/5 font-medium text-warn">{t('live', { shop: liveShopName })}</p>
      )}
      <FormTextArea
        control={form.control}
        name="reason"
        label={t('missing.reason')}
        hint={t('missing.reasonHint')}
      />
    </FormDialog>
  )
}
