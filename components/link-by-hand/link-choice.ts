'use client'
import { createContext } from 'react'
import type { NotificationLink } from '@/lib/notifications/schema'

export const targets = ['checkout', 'product', 'customer'] as const
export type Target = (typeof targets)[number]

export type LinkTarget = { id: string; name: string }
/** The records that a person links the notification or payment to; null for none. */
export type Chosen = Record<Target, LinkTarget | null>

/** Receives the chosen record with its display name. */
export const ChosenTargets = createContext<(target: Target, thing: Chosen[Target]) => void>(() => {})

/** What a notification or a payment is linked to. */
export type Linked = {
  checkout: { id: string; description: string } | null
  product: { id: string; name: string | null } | null
  customers: readonly { id: string; name: string; matched_by: string }[]
}

/** Returns the current links. Only a customer linked by hand counts, as found customers stay linked. */
export function chosenAtFirst({ checkout, product, customers }: Linked): Chosen {
  const customer = customers.find(({ matched_by: by }) => by === 'hand')
  return {
    checkout: checkout && { id: checkout.id, name: checkout.description },
    product: product && { id: product.id, name: product.name ?? product.id },
    customer: customer ? { id: customer.id, name: customer.name } : null,
  }
}

/**
 * Returns the links that the person changed, or null if there are none. `first`: the links when the dialog opened. A
 * link that the server adds later is not a change of the person.
 */
export function linkOf(first: Chosen, chosen: Chosen): NotificationLink | null {
  const changed = targets.filter((target) => first[target]?.id !== chosen[target]?.id)
  if (changed.length === 0) return null
  return Object.fromEntries(changed.map((target) => [`${target}_id`, chosen[target]?.id ?? null]))
}
