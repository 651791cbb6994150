'use client'
import { useTranslations } from 'use-intl'
import { OpenDialog } from '@/components/dialogs/open-dialog'
import { useZodForm } from '@/components/form/use-zod-form'
import type { BulkOperation } from '@/lib/products/bulk'
import type { CopyTarget } from '@/lib/products/copy'
import {
  ChangePrice,
  CopyForm,
  ExtendExpiry,
  OrderForm,
  type Ordering,
  SetPrice,
  SetStock,
} from './order-forms'
import type { BulkKind } from './kinds'
import { flatOperation } from './operations'

interface BulkDialogProps extends Ordering {
  kind: BulkKind
  count: number
  /** Whether `count` is an estimate. */
  isAbout: boolean
  currency: string
  /** Shops for a copy. */
  copyTargets: readonly CopyTarget[]
}

/** Loaded on intent. */
export default function BulkDialog({
  kind,
  count,
  isAbout,
  currency,
  copyTargets,
  ...ordering
}: BulkDialogProps) {
  const t = useTranslations('bulk')
  const products = t(isAbout ? 'aboutAbout' : 'about', { count })
  return (
    <OpenDialog title={t(`title.${kind}`, { products })} onClose={ordering.onClose}>
      <Fields kind={kind} currency={currency} copyTargets={copyTargets} ordering={ordering} />
    </OpenDialog>
  )
}

type FieldsProps = Pick<BulkDialogProps, 'kind' | 'currency' | 'copyTargets'> & { ordering: Ordering }

function Fields({ kind, currency, copyTargets, ordering }: FieldsProps) {
  switch (kind) {
    case 'set_price':
      return <SetPrice currency={currency} {...ordering} />
    case 'change_price':
      return <ChangePrice currency={currency} {...ordering} />
    case 'set_quantity':
      return <SetStock {...ordering} />
    case 'extend_expiry':
      return <ExtendExpiry {...ordering} />
    case 'copy':
      return <CopyForm targets={copyTargets} {...ordering} />
    default:
      return <Plain kind={kind} {...ordering} />
  }
}

const plain = {
  makeTest: { kind: 'set_test', test: true },
  makeReal: { kind: 'set_test', test: false },
  archive: { kind: 'archive' },
  restore: { kind: 'restore' },
} as const satisfies Partial<Record<BulkKind, BulkOperation>>

/** A change without fields, with an explanation. */
function Plain({ kind, ...ordering }: Ordering & { kind: keyof typeof plain }) {
  const t = useTranslations('bulk')
  const form = useZodForm(flatOperation, { defaultValues: plain[kind] })
  return (
    <OrderForm form={form} {...ordering}>
      <p>{t(`${kind}Text`)}</p>
    </OrderForm>
  )
}
