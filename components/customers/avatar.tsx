import { UserRound, UserRoundX } from 'lucide-react'
import { initials } from '@/components/frame/account/initials'
import { cx } from '@/components/ui/cx'
import type { CustomerItem } from '@/lib/customers/schema'
import { nameOf } from '@/lib/customers/name'

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
