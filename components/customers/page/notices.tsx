'use client'
import { Link2, UserRoundX } from 'lucide-react'
import type { Route } from 'next'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { when } from '@/components/time/when'
import type { CustomerDetail } from '@/lib/customers/schema'
import { Link } from '../../ui/link'
import { useCustomerTitle } from './use-customer'

interface NoticesProps {
  shop: string
  customer: CustomerDetail
}

/** Notices of a customer that vanished at the gateway, was merged into another or was anonymised. */
export function Notices({ shop, customer }: NoticesProps) {
  const t = useTranslations('customers.page')
  const { vanished, merged_into: mergedInto } = customer
  const kept = useCustomerTitle(shop, mergedInto)
  return (
    <>
      {vanished && (
        <p className="mb-3 rounded-md bg-warn-weak px-3 py-2 text-md text-warn">{t('vanished')}</p>
      )}
      {mergedInto && (
        <p className="mb-3 flex items-start gap-2 rounded-md bg-info-weak px-3 py-2 text-md text-info">
          <Link2 aria-hidden size={16} className="mt-0.5 shrink-0" />
          <span className="min-w-0 wrap-anywhere">
            {t.rich('mergedInto', { name: kept, link: linkTo(shop, mergedInto) })}
          </span>
        </p>
      )}
      {customer.anonymised_at && (
        <Anonymised
          at={customer.anonymised_at}
          fields={customer.gateway_fields}
          left={customer.notifications_left}
        />
      )}
    </>
  )
}

const linkTo = (shop: string, id: string) => (text: ReactNode) => (
  <Link href={`/shops/${shop}/customers/${id}` as Route} className="font-medium underline">
    {text}
  </Link>
)

interface AnonymisedProps {
  at: string
  fields: readonly string[]
  /** Notifications still to be rewritten. */
  left: number
}

function Anonymised({ at, fields, left }: AnonymisedProps) {
  const t = useTranslations('customers.page')
  const names = useFieldNames()
  return (
    <div className="mb-3 flex items-start gap-2 rounded-md border bg-sunken px-3 py-2 text-md">
      <UserRoundX aria-hidden size={16} className="mt-0.5 shrink-0 text-muted" />
      <p>
        {t.rich('anonymisedAt', { when: when(at) })}{' '}
        {fields.length > 0 ? t('anonymisedStays', { fields: names(fields) }) : t('anonymisedNothing')}
        {left > 0 && <> {t('notificationsLeft', { count: left })}</>}
      </p>
    </div>
  )
}

const words = {
  first_name: 'first_name',
  last_name: 'last_name',
  email: 'email',
  phone: 'phone',
  ip: 'ip',
  country: 'country',
  state: 'state',
  city: 'city',
  zip: 'zip',
  address: 'address',
  external_id: 'external_id',
} as const
const isWorded = (field: string): field is keyof typeof words => Object.hasOwn(words, field)

/** Returns a function that words gateway field names as a list for a sentence. */
export function useFieldNames(): (fields: readonly string[]) => string {
  const t = useTranslations('customers.fieldNames')
  return (fields) => fields.map((field) => (isWorded(field) ? t(words[field]) : field)).join(', ')
}
