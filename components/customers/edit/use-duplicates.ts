'use client'
import { useQuery } from '@tanstack/react-query'
import { type Control, useWatch } from 'react-hook-form'
import { useSettled } from '@/components/ui/press/use-settled'
import type { CustomerDuplicate, DuplicateQuery } from '@/lib/customers/schema'
import { duplicateOptions } from '@/lib/customers/client'
import type { CustomerValues } from './values'

const pauseMs = 300
const fewestDigits = 7

/** Returns customers with the typed e-mail address, phone number or external ID, a moment after the last key. */
export function useDuplicates<O>(shop: string, control: Control<CustomerValues, unknown, O>) {
  const [email, phone, externalId] = useWatch({ control, name: ['email', 'phone', 'external_id'] })
  const typed = JSON.stringify(duplicateQueryOf({ email, phone, external_id: externalId }))
  const query = JSON.parse(useSettled(typed, pauseMs)) as DuplicateQuery
  const isAsked = Object.keys(query).length > 0
  const { data } = useQuery({ ...duplicateOptions(shop, query), enabled: isAsked })
  const none: readonly CustomerDuplicate[] = []
  return isAsked ? (data?.items ?? none) : none
}

/** Keeps only values that are complete enough to search for. */
export function duplicateQueryOf({
  email = '',
  phone = '',
  external_id: externalId = '',
}: DuplicateQuery): DuplicateQuery {
  return {
    ...(/^\S+@\S+\.\S+$/.test(email.trim()) ? { email: email.trim().slice(0, 254) } : {}),
    ...(phone.replace(/\D/g, '').length >= fewestDigits ? { phone: phone.trim().slice(0, 100) } : {}),
    ...(externalId.trim() ? { external_id: externalId.trim().slice(0, 255) } : {}),
  }
}
