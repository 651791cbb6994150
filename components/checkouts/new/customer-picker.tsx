'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { UserRound } from 'lucide-react'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { Picked, Picker } from '@/components/form/picker'
import { visibleName } from '@/components/ui/visible-text'
import { titleOf } from '@/lib/customers/name'
import { customerDetailOptions } from '@/lib/customers/client'
import type { PartProps } from './control'
import { customerFieldsOf } from './customer-values'
import { emptyValues, type CheckoutValues } from './values'

const loadSearch = () => import('./customer-search')

/** One of the shop's customers, found by typing; their fields are taken over, and can be changed for this checkout. */
export function CustomerPicker({ control, shop }: PartProps & { shop: string }) {
  const t = useTranslations('checkoutForm')
  const common = useTranslations('common')
  const client = useQueryClient()
  const form = useFormContext<CheckoutValues>()
  const id = useWatch({ control, name: 'customer_id' })
  const [isFailed, setIsFailed] = useState(false)

  async function pick(picked: string) {
    setIsFailed(false)
    form.setValue('customer_id', picked, { shouldDirty: true })
    try {
      const customer = await client.query(customerDetailOptions(shop, picked))
      if (form.getValues('customer_id') !== picked) return
      form.setValue('checkout.customer', customerFieldsOf(customer), { shouldDirty: true })
      form.clearErrors('checkout.customer')
    } catch {
      // The customer stays picked; only the fields could not be filled in, which is said.
      setIsFailed(true)
    }
  }
  function clear() {
    setIsFailed(false)
    form.setValue('customer_id', '', { shouldDirty: true })
    form.setValue('checkout.customer', emptyValues().checkout.customer, { shouldDirty: true })
    form.clearErrors('checkout.customer')
  }
  if (id) return <Customer shop={shop} id={id} isFailed={isFailed} onClear={clear} />
  return (
    <Picker
      shop={shop}
      label={t('picked')}
      note={common('optional')}
      placeholder={t('findCustomer')}
      load={loadSearch}
      onPick={(picked) => void pick(picked)}
    />
  )
}

interface CustomerProps {
  shop: string
  id: string
  isFailed: boolean
  onClear: () => void
}

function Customer({ shop, id, isFailed, onClear }: CustomerProps) {
  const t = useTranslations('checkoutForm')
  const { data: customer, isError } = useQuery(customerDetailOptions(shop, id))
  const name = visibleName(customer ? titleOf(customer) : id)
  const email = customer && customer.email !== name ? customer.email : null
  const masked = customer?.masked ? t('customerMasked') : undefined
  return (
    <Picked
      field="customer_id"
      label={t('picked')}
      icon={<UserRound aria-hidden size={14} className="shrink-0 text-muted" />}
      hint={isFailed || isError ? t('customerNotRead') : masked}
      clearLabel={t('clearCustomer', { name })}
      onClear={onClear}
    >
      <bdi>{name}</bdi>
      {email && <> · {email}</>}
    </Picked>
  )
}
