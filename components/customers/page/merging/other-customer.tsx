'use client'
import type { Route } from 'next'
import type { ReactNode } from 'react'
import { visibleName } from '@/components/ui/text/visible-text'
import { titleOf } from '@/lib/customers/name'
import type { CustomerItem } from '@/lib/customers/schema'
import { Link } from '../../../ui/link'
import { Avatar } from '@/components/customers/cells'

interface OtherCustomerProps {
  shop: string
  customer: CustomerItem
  note?: ReactNode
  children?: ReactNode
}

/** Another customer on one line: name, relation to this one, link. */
export function OtherCustomer({ shop, customer, note, children }: OtherCustomerProps) {
  const { id } = customer
  return (
    <div className="flex items-center gap-2.5">
      <Avatar customer={customer} className="bg-warn-weak text-warn" />
      <div className="min-w-0 flex-1 text-md">
        <Link
          href={`/shops/${shop}/customers/${id}` as Route}
          className="block truncate rounded-xs font-medium hover:underline"
        >
          <bdi>{visibleName(titleOf(customer))}</bdi>
        </Link>
        <p className="text-sm text-muted">
          {note && <>{note} · </>}
          <span className="wrap-anywhere">{customer.email ?? id}</span>
        </p>
      </div>
      {children}
    </div>
  )
}
