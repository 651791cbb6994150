'use client'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { FormNumberField } from '@/components/form/fields'
import { SubmitButton } from '@/components/form/submit-button'
import { useZodForm } from '@/components/form/use-zod-form'
import { ZodForm } from '@/components/form/zod-form'
import { AgainIn } from '@/components/time/again-in'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { productFields } from '@/lib/gateway/product'

const restock = z.strictObject({ quantity: productFields.quantity.unwrap() })

interface RestockDialogProps {
  name: string
  now: number
  failure: string | null
  /** Seconds until the next attempt is allowed. */
  waiting: number
  onClose: () => void
  onRestock: (quantity: number) => Promise<unknown>
}

/** Loaded on intent. */
export default function RestockDialog({
  name,
  now,
  failure,
  waiting,
  onClose,
  onRestock,
}: RestockDialogProps) {
  const t = useTranslations('overview.stock')
  const common = useTranslations('common')
  const form = useZodForm(restock, { defaultValues: { quantity: '' } })
  return (
    <Dialog
      isOpen
      title={t('dialogTitle', { name })}
      closeLabel={common('close')}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <ZodForm
        form={form}
        isGuarded={false}
        onSubmit={async ({ quantity }) => {
          const isDone = await onRestock(quantity).then(
            () => true,
            () => false, // The dialog shows the failure.
          )
          if (isDone) onClose()
        }}
      >
        <FormNumberField
          control={form.control}
          name="quantity"
          label={t('howMany')}
          hint={t('now', { count: now })}
          autoFocus
        />
        {failure && (
          <p role="alert" className="mt-3 text-md text-danger">
            {failure}
          </p>
        )}
        <p className="text-md text-danger">
          <AgainIn seconds={waiting} />
        </p>
        <div className="mt-5 flex justify-end gap-2">
          <Button onPress={onClose}>{common('cancel')}</Button>
          <SubmitButton>{t('set')}</SubmitButton>
        </div>
      </ZodForm>
    </Dialog>
  )
}
