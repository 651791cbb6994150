'use client'
import { useTranslations } from 'use-intl'
import { Failure } from '@/components/dialogs/failure'
import { FormDialog } from '@/components/dialogs/form-dialog'
import { z } from 'zod'
import { FormNumberField } from '@/components/form/fields/fields'
import { useZodForm } from '@/components/form/use-zod-form'
import { AgainIn } from '@/components/time/again-in'
import { productFields } from '@/lib/gateway/products/product'

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
  const form = useZodForm(restock, { defaultValues: { quantity: '' } })
  return (
    <FormDialog
      form={form}
      title={t('dialogTitle', { name })}
      submitLabel={t('set')}
      onSubmit={async ({ quantity }) => {
        const isDone = await onRestock(quantity).then(
          () => true,
          () => false, // The dialog shows the failure.
        )
        if (isDone) onClose()
      }}
      onClose={onClose}
    >
      <FormNumberField
        control={form.control}
        name="quantity"
        label={t('howMany')}
        hint={t('now', { count: now })}
        autoFocus
      />
      <div className="text-md text-danger empty:hidden">
        <Failure text={failure} />
        <AgainIn seconds={waiting} />
      </div>
    </FormDialog>
  )
}
