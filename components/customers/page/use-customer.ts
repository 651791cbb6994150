'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useFailureText } from '@/components/dialogs/failure'
import { visibleName } from '@/components/ui/text/visible-text'
import { customerKeys } from '@/lib/core/client/keys'
import { customerDetailOptions, revealCustomer } from '@/lib/customers/client'
import { titleOf } from '@/lib/customers/name'
import type { CustomerDetail, LocalContact, RevealedCustomer } from '@/lib/customers/schema'
import { storeAnswer } from '@/lib/core/client/store-answer'
import { useState } from 'react'

/** Runs a change that returns the updated customer, and refetches everything that shows customers. */
export function useCustomerChange<Input = void>(
  shop: string,
  id: string,
  change: (input: Input) => Promise<CustomerDetail>,
  onChanged?: (customer: CustomerDetail, input: Input) => void,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (customer, input) => {
      storeAnswer(client, customerKeys.detail(shop, id), customer)
      onChanged?.(customer, input)
    },
    // Also runs after a failure, because the customer may have changed.
    onSettled: () => client.invalidateQueries({ queryKey: customerKeys.all(shop) }),
  })
}

/** Says why a change of a customer failed. */
export function useCustomerFailureText(): (error: Error) => string {
  const t = useTranslations('customers.page')
  return useFailureText({ conflict: t('conflict') })
}

/** Returns a customer's title, or the ID until it is loaded. */
export function useCustomerTitle(shop: string, id: string | null): string {
  const { data } = useQuery({ ...customerDetailOptions(shop, id ?? ''), enabled: id !== null })
  return data ? visibleName(titleOf(data)) : (id ?? '')
}

/** The personal data that this page shows: as loaded, or revealed, which is gone when the page closes. */
export function useReveal(shop: string, customer: CustomerDetail) {
  const [revealed, setRevealed] = useState<RevealedCustomer | null>(null)
  const revealing = useMutation({
    // Returns nothing, as the mutation would keep it after it is hidden.
    mutationFn: async () => setRevealed(await revealCustomer(shop, customer.id)),
  })
  const isRevealed = revealed !== null && !customer.anonymised
  const personal: Omit<RevealedCustomer, 'notes'> = isRevealed ? revealed : customer
  return {
    personal,
    isMasked: customer.masked && !isRevealed,
    /** Texts of revealed notes, by ID. */
    notes: new Map(isRevealed ? revealed.notes.map(({ id, text }) => [id, text]) : []),
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
