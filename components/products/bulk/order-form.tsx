'use client'
import type { ReactNode } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { ProductSelection } from '@/lib/products/schema'
import type { BulkOperation } from '@/lib/products/bulk'
import { orderBulk } from '@/lib/jobs/client'
import { DryRunForm } from './dry-run-form'

export interface Ordering {
  shop: string
  selection: ProductSelection
  onClose: () => void
}

interface OrderFormProps<V extends FieldValues> extends Ordering {
  form: UseFormReturn<V, unknown, BulkOperation>
  children: ReactNode
}

/** The form of a bulk change. */
export function OrderForm<V extends FieldValues>({ shop, selection, ...props }: OrderFormProps<V>) {
  const send = async (operation: BulkOperation, key: string) => ({
    shop,
    id: (await orderBulk(shop, { operation, selection }, key)).id,
  })
  return <DryRunForm {...props} send={send} />
}
