'use client'
import { UserRound, UserRoundX } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Marked } from '@/components/data-table/marked'
import { initials } from '@/components/frame/account/initials'
import { cx } from '@/components/ui/cx'
import { Badge } from '@/components/ui/text/badge'
import type { Mark } from '@/lib/core/lists/list'
import { nameOf } from '@/lib/customers/name'
import type { CustomerItem, CustomerListItem } from '@/lib/customers/schema'

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
        <NameText customer={customer} className="block truncate text-parent font-medium" />
        {hasId && (
          <span className="block truncate text-parent font-mono text-xs text-muted group-data-[density=compact]/table:hidden">
            <Marked text={id} marks={marks?.id} />
          </span>
        )}
        <FoundReason customer={customer} />
      </span>
    </span>
  )
}

/** Says why a search found the customer, where the visible values do not show it. */
export function FoundReason({ customer }: { customer: CustomerListItem }) {
  const t = useTranslations('customers.foundBy')
  const { found_by: reasons = [] } = customer
  if (reasons.length === 0) return null
  return (
    <span className="block text-start text-xs text-muted">
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

interface AvatarProps {
  customer: Pick<CustomerItem, 'first_name' | 'last_name' | 'anonymised'>
  className?: string
}

/** The initials in a disc. Decorative, because the name is beside it. */
export function Avatar({ customer, className }: AvatarProps) {
  const letters = initials(nameOf(customer))
  const Icon = customer.anonymised ? UserRoundX : UserRound
  return (
    <span
      aria-hidden
      className={cx(
        'grid size-7 shrink-0 place-items-center overflow-hidden rounded-full text-2xs font-semibold',
        letters ? 'bg-accent-weak text-accent' : 'bg-sunken text-muted',
        className,
      )}
    >
      {letters || <Icon size={14} />}
    </span>
  )
}

interface PlaceProps {
  city: string | null
  country: string | null
  marks?: readonly Mark[]
}

export function Place({ city, country, marks }: PlaceProps) {
  if (!city && !country) return '–'
  return (
    <span className="flex min-w-0 items-baseline gap-1.5">
      {city && (
        <bdi className="truncate">
          <Marked text={city} marks={marks} />
        </bdi>
      )}
      {country && <span className="font-mono text-xs text-muted">{country}</span>}
    </span>
  )
}

/** Labels on one line, up to `most`, then the number of the others. */
export function Labels({ labels, most = labels.length }: { labels: readonly string[]; most?: number }) {
  const t = useTranslations('customers')
  const more = labels.slice(most)
  return (
    <span className="inline-flex max-w-full min-w-0 flex-wrap items-center gap-1">
      {labels.slice(0, most).map((label) => (
        <LabelBadge key={label} label={label} />
      ))}
      {more.length > 0 && (
        <span className="text-xs text-muted" title={more.join(', ')}>
          {t('moreLabels', { count: more.length })}
        </span>
      )}
    </span>
  )
}

const LabelBadge = ({ label }: { label: string }) => (
  <Badge className="max-w-40 min-w-0">
    <bdi className="truncate" title={label}>
      {label}
    </bdi>
  </Badge>
)
