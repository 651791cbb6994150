'use client'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { revealCustomer } from '@/lib/customers/client'
import type { CustomerDetail, LocalContact, RevealedCustomer } from '@/lib/customers/schema'

/** The personal data that this page shows: as loaded, or revealed, which lives only as long as the page. */
export function useReveal(shop: string, customer: CustomerDetail) {
  const [revealed, setRevealed] = useState<RevealedCustomer | null>(null)
  const revealing = useMutation({
    // Returns nothing, as the mutation would keep it after it is hidden.
    mutationFn: async () => setRevealed(await revealCustomer(shop, customer.id)),
  })
  const isRevealed = revealed !== null && !customer.anonymised
  const personal: RevealedCustomer = isRevealed ? revealed : customer
  return {
    personal,
    isMasked: customer.masked && !isRevealed,
    isRevealed,
    revealing,
    hide: () => setRevealed(null),
    /** Applies a correction to the revealed values. */
    correct: (next: LocalContact) =>
      setRevealed((before) => before && { ...before, contact: correctedContact(before.contact, next) }),
  }
}

/** Returns the corrections after a change. */
export const correctedContact = (before: LocalContact, change: LocalContact): LocalContact =>
  Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, text]) => text))

export type Reveal = ReturnType<typeof useReveal>
