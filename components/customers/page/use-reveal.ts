'use client'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { CustomerDetail, LocalContact, RevealedCustomer } from '@/lib/customers/schema'
import { revealCustomer } from '@/lib/customers/changes-client'

/**
 * What is personal of a customer as this page shows it: as it came, or unmasked once somebody asked. It is kept no
 * longer than the page.
 */
export function useReveal(shop: string, customer: CustomerDetail) {
  const [revealed, setRevealed] = useState<RevealedCustomer | null>(null)
  const reveal = useMutation({ mutationFn: () => revealCustomer(shop, customer.id), onSuccess: setRevealed })
  const isRevealed = revealed !== null && !customer.anonymised
  const { email, phone, ip, address, zip, contact } = isRevealed ? revealed : customer
  return {
    personal: { email, phone, ip, address, zip, contact },
    isMasked: customer.masked && !isRevealed,
    isRevealed,
    reveal,
    hide: () => setRevealed(null),
    /** What was corrected since it was revealed. */
    correct: (next: LocalContact) => setRevealed((before) => before && { ...before, contact: next }),
  }
}
export type Reveal = ReturnType<typeof useReveal>
