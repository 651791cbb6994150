'use client'
import { useTranslations } from 'use-intl'
import type { CustomerDuplicate } from '@/lib/customers/schema'

/** Says why another customer may be a duplicate: "same e-mail, same phone". */
export function DuplicateReasons({ reasons }: Pick<CustomerDuplicate, 'reasons'>) {
  const t = useTranslations('customers.reasons')
  return reasons.map((reason) => t(reason)).join(', ')
}
