'use client'
import { Marked } from '@/components/data-table/marked'
import type { CheckoutListItem } from '@/lib/checkouts/schema'

export function CheckoutName({ checkout, hasToken }: { checkout: CheckoutListItem; hasToken: boolean }) {
  const { description, marks } = checkout
  return (
    <>
      <span dir="auto" className="block truncate text-parent font-medium">
        <Marked text={description} marks={marks?.description} />
      </span>
      <span
        dir="auto"
        className="block truncate text-start font-mono text-xs text-muted group-data-[density=compact]/table:hidden"
      >
        <Identifiers checkout={checkout} hasToken={hasToken} />
      </span>
    </>
  )
}

interface IdentifiersProps {
  checkout: CheckoutListItem
  /** Whether to show the payment token when the search matched it. False when the token has its own column. */
  hasToken: boolean
}

export function Identifiers({ checkout, hasToken }: IdentifiersProps) {
  const { tracking_id: trackingId, token, marks } = checkout
  const isFoundByToken = hasToken && token !== null && (marks?.token.length ?? 0) > 0
  return (
    <>
      {isFoundByToken && (
        <span className="me-1.5">
          <Marked text={token} marks={marks?.token} />
        </span>
      )}
      {trackingId && (
        <bdi>
          <Marked text={trackingId} marks={marks?.tracking_id} />
        </bdi>
      )}
    </>
  )
}
