'use client'
import { useTranslations } from 'use-intl'
import { Marked } from '@/components/data-table/marked'
import { nameOf } from '@/lib/customers/name'
import type { CustomerListItem } from '@/lib/customers/schema'
import { Avatar } from './avatar'

interface CustomerNameProps {
  customer: CustomerListItem
  /** Shows the ID below the name, because it has no column of its own. */
  hasId: boolean
}

/** The customer in the list: initials, name and ID, with search matches marked. */
export function CustomerName({ customer, hasId }: CustomerNameProps) {
  const { id, marks } = customer
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <Avatar customer={customer} className="group-data-[density=compact]/table:size-6" />
      <span className="min-w-0">
        <NameText customer={customer} className="block truncate text-left font-medium" />
        {hasId && (
          <span className="block truncate text-left font-mono text-xs text-muted group-data-[density=compact]/table:hidden">
            <Marked text={id} marks={marks?.id} />
          </span>
        )}
        <WhyFound customer={customer} />
      </span>
    </span>
  )
}

/** Says why a search found the customer, where the visible values do not show it. */
export function WhyFound({ customer }: { customer: CustomerListItem }) {
  const t = useTranslations('customers.foundBy')
  const { found_by: reasons = [] } = customer
  if (reasons.length === 0) return null
  return (
    <span className="block text-left text-xs text-muted">
      {reasons.map((reason) => t(reason)).join(' · ')}
    </span>
  )
}

export function NameText({ customer, className }: { customer: CustomerListItem; className: string }) {
  const t = useTranslations('customers')
  const name = nameOf(customer)
  if (name)
    return (
      <span dir="auto" className={className}>
        <Marked text={name} marks={customer.marks?.name} />
      </span>
    )
  return (
    <span className={`${className} text-muted`}>{t(customer.anonymised ? 'anonymous' : 'nameless')}</span>
  )
}
