'use client'
import { useTranslations } from 'use-intl'
import { useFieldText } from '@/components/product-values/field-text'
import type { CheckoutTarget } from '@/lib/checkouts/import'
import type { CustomerTarget } from '@/lib/customers/import'
import { importTargets, type TaskSubject } from '@/lib/jobs/import-targets'

/** Returns a function that names the field a column is read as. Names of prices include their unit. */
export function useTargetName(of: TaskSubject): (target: string) => string {
  const t = useTranslations('imports')
  const { label } = useFieldText()
  const customerLabel = useCustomerLabel()
  return (target) => {
    if (of === 'checkouts') return isCheckoutTarget(target) ? t(`checkouts.target.${target}`) : target
    if (target === 'id') return t(`${of}.target.id`)
    if (of === 'customers') return customerLabel(target)
    return target === 'price' || target === 'amount' ? t(`products.target.${target}`) : label(target)
  }
}

const isCheckoutTarget = (target: string): target is CheckoutTarget =>
  importTargets['checkouts.import'].targets.includes(target)

const isField = (field: string): field is Exclude<CustomerTarget, 'id'> =>
  field !== 'id' && importTargets['customers.import'].targets.includes(field)

/** Returns a function that names a customer field. Unknown fields keep the gateway's name. */
function useCustomerLabel(): (field: string) => string {
  const t = useTranslations('customers.form')
  return (field) => (isField(field) ? t(field) : field)
}
