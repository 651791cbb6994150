'use client'
import { Marked } from '@/components/data-table/marked'
import type { CheckoutListItem } from '@/lib/checkouts/schema'

/** The checkout in the list: what it is for, its tracking ID beneath, with what was searched for marked. */
export function CheckoutName({ checkout, hasToken }: { checkout: CheckoutListItem; hasToken: boolean }) {
  const { description, marks } = checkout
  return (
    <>
      <span dir="auto" className="block truncate text-left font-medium">
        <Marked text={description} marks={marks?.description} />
      </span>
      <span
        dir="auto"
        className="block truncate text-left font-mono text-xs text-muted group-data-[density=compact]/table:hidden"
      >
        <Identifiers checkout={checkout} hasToken={hasToken} />
      </span>
    </>
  )
}

interface IdentifiersProps {
  checkout: CheckoutListItem
  /** The payment token has no place of its own: it stands here where it is what was found. */
  hasToken: boolean
}

/** The tracking ID; and the payment token where that was searched for. */
export function Identifiers({ checkout, hasToken }: IdentifiersProps) {
  const { tracking_id: trackingId, token, marks } = checkout
  const isFoundByToken = hasToken && token !== null && (marks?.token.length ?? 0) > 0
  return (
    <>
      {isFoundByToken && (
        <span className="mr-1.5">
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
