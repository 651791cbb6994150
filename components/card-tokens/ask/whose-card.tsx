'use client'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { type Control, useController, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { Checkbox } from '@/components/ui/checkbox'
import { useSettled } from '@/components/ui/use-settled'
import type { CheckoutCreate } from '@/lib/checkouts/schema'
import { duplicateOptions } from '@/lib/customers/client'
import type { AskValues } from './values'

interface WhoseCardProps {
  control: Control<AskValues, unknown, CheckoutCreate>
  shop: string
}

/** The customer who has the e-mail address that was typed: the card will be theirs, unless somebody says otherwise. */
export function WhoseCard({ control, shop }: WhoseCardProps) {
  const t = useTranslations('cardTokens.asking')
  const { field } = useController({ control, name: 'customer_id' })
  const { found, isSettled } = useCustomersWith(control, shop)
  const only = found.length === 1 ? found[0] : undefined
  const choose = useEffectEvent((id: string) => field.onChange(id))
  useEffect(() => {
    choose(only?.id ?? '')
  }, [only?.id])
  if (found.length === 0 || !isSettled) return null
  if (!only) return <p className="mt-1 text-xs text-muted">{t('several', { count: found.length })}</p>
  const name = [only.first_name, only.last_name].filter(Boolean).join(' ') || only.id
  return (
    <Checkbox
      className="mt-2"
      isSelected={field.value === only.id}
      onChange={(isOn) => field.onChange(isOn ? only.id : '')}
    >
      {t('keepFor', { name })}
    </Checkbox>
  )
}

/** No customer while the address is being typed, so that the previous one cannot be chosen. */
function useCustomersWith(control: WhoseCardProps['control'], shop: string) {
  const typed = useWatch({ control, name: 'checkout.customer.email' }).trim()
  const email = useSettled(/^\S+@\S+\.\S+$/.test(typed) ? typed : null)
  const query = useQuery({ ...duplicateOptions(shop, { email: email ?? '' }), enabled: email !== null })
  const isSettled = email !== null && email === typed && !query.isPlaceholderData
  return { found: isSettled ? (query.data?.items ?? []) : [], isSettled }
}
