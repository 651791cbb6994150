'use client'
import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useRef } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { FormButtons } from '@/components/dialogs/form-dialog'
import { useIdempotencyKey } from '@/components/form/submitting/use-idempotency-key'
import { useSubmitFailure } from '@/components/form/submitting/use-submit-failure'
import { ZodForm } from '@/components/form/zod-form'

interface DryRunFormProps<V extends FieldValues, Order> {
  form: UseFormReturn<V, unknown, Order>
  /** Orders the job, and returns it with its shop. The same order has the same key. */
  send: (order: Order, idempotencyKey: string) => Promise<{ shop: string; id: string }>
  onClose: () => void
  children: ReactNode
}

/** Starts a dry run and opens the page with its differences. Changes no product. */
export function DryRunForm<V extends FieldValues, Order>(props: DryRunFormProps<V, Order>) {
  const { form, send, onClose, children } = props
  const t = useTranslations('bulk')
  const router = useRouter()
  const show = useSubmitFailure()
  const { keyOf } = useIdempotencyKey()
  const isOpenRef = useRef(true)
  useEffect(() => {
    isOpenRef.current = true
    return () => void (isOpenRef.current = false)
  }, [])

  async function order(values: Order) {
    try {
      const { shop, id } = await send(values, keyOf(values))
      // If the dialog was closed meanwhile, the page does not change.
      if (isOpenRef.current) router.push(`/shops/${shop}/jobs/${id}` as Route)
    } catch (error) {
      show(form, error)
    }
  }
  return (
    <ZodForm form={form} onSubmit={order}>
      <div className="grid gap-3.5">{children}</div>
      <p className="mt-4 text-md text-muted">{t('nothingYet')}</p>
      <div className="mt-3">
        <FormButtons submitLabel={t('look')} onClose={onClose} />
      </div>
    </ZodForm>
  )
}
