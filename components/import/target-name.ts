'use client'
import { useTranslations } from 'use-intl'
import { useFieldText } from '@/components/product-values/field-text'
import type { CheckoutTarget } from '@/lib/checkouts/import'
import type { CustomerTarget } from '@/lib/customers/import'
import { importTargets, type JobSubject } from '@/lib/jobs/import-targets'

/** Returns a function that names the field a column is read as. Names of prices include their unit. */
export function useTargetName(of: JobSubject): (target: string) => string {
  const products = useTranslations('products.import.target')
  const customers = useTranslations('customers.import.target')
  const checkouts = useTranslations('checkouts.import.target')
  const { label } = useFieldText()
  const customerLabel = useCustomerLabel()
  return (target) => {
    if (of === 'checkouts') return isCheckoutTarget(target) ? checkouts(target) : target
    if (of === 'customers') return target === 'id' ? customers('id') : customerLabel(target)
    return target === 'id' || target === 'price' || target === 'amount' ? products(target) : label(target)
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
