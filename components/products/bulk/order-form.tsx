'use client'
import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { type ReactNode, useRef } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { FormButtons } from '@/components/dialogs/form-dialog'
import { useSubmitFailure } from '@/components/form/use-submit-failure'
import { ZodForm } from '@/components/form/zod-form'
import type { ProductSelection } from '@/lib/products/schema'
import type { BulkOperation } from '@/lib/products/bulk'
import { orderBulk } from '@/lib/jobs/client'

export interface Ordering {
  shop: string
  selection: ProductSelection
  onClose: () => void
}

interface OrderFormProps<V extends FieldValues> extends Ordering {
  form: UseFormReturn<V, unknown, BulkOperation>
  children: ReactNode
}

/** Starts a dry run and opens the page with its differences. Changes no product. */
export function OrderForm<V extends FieldValues>({ form, children, ...ordering }: OrderFormProps<V>) {
  const { shop, selection, onClose } = ordering
  const t = useTranslations('bulk')
  const router = useRouter()
  const show = useSubmitFailure()
  const request = useRef({ content: '', key: '' })

  async function order(operation: BulkOperation) {
    // An identical order reuses its idempotency key, so that a retry after a lost answer creates no second job.
    const content = JSON.stringify([operation, selection])
    if (request.current.content !== content) request.current = { content, key: crypto.randomUUID() }
    try {
      const { id } = await orderBulk(shop, { operation, selection }, request.current.key)
      router.push(`/shops/${shop}/jobs/${id}` as Route)
    } catch (error) {
      show(form, error)
    }
  }
  return (
    <ZodForm form={form} isGuarded={false} onSubmit={order}>
      <div className="grid gap-3.5">{children}</div>
      <p className="mt-4 text-md text-muted">{t('nothingYet')}</p>
      <div className="mt-3">
        <FormButtons submitLabel={t('look')} onClose={onClose} />
      </div>
    </ZodForm>
  )
}
