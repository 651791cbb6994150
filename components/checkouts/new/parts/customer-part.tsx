'use client'
import { noAutofill, pairClass } from '@/components/form/layout'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { UserRound } from 'lucide-react'
import { useState } from 'react'
import { useWatch, useFormContext } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { dropHalfFilled } from '@/components/form/field-registry'
import { AddressFields } from '@/components/form/fields/address-fields'
import { FormTextField } from '@/components/form/fields/fields'
import { FormLocalDate } from '@/components/form/fields/local-date'
import { Picked, Picker } from '@/components/form/fields/picker'
import { useFormField } from '@/components/form/fields/use-form-field'
import { Section } from '@/components/ui/card'
import { visibleName } from '@/components/ui/text/visible-text'
import { customerDetailOptions } from '@/lib/customers/client'
import { titleOf } from '@/lib/customers/name'
import { customerFieldsOf } from '../draft/begin'
import { Part, CautionsAt, type PartProps } from './part'
import { emptyValues, type CheckoutValues } from '../values'

/** The customer: picked from the shop's customers, or typed. */
export function CustomerPart({ control, shop }: PartProps & { shop: string }) {
  const t = useTranslations('checkoutForm')
  const optional = useTranslations('common')('optional')
  return (
    <Section title={t('customer')} sub={t('customerSub')}>
      <div className={pairClass}>
        <CustomerPicker control={control} shop={shop} />
        <FormTextField
          control={control}
          {...noAutofill}
          name="checkout.customer.email"
          label={t('email')}
          labelNote={optional}
          type="email"
        />
      </div>
    </Section>
  )
}

/** Further customer fields. The state appears only for countries that have one. */
export function CustomerDetails({ control }: PartProps) {
  const t = useTranslations('checkoutForm')
  const field = { control, ...noAutofill }
  return (
    <Part control={control} section="details">
      <div className={pairClass}>
        <FormTextField {...field} name="checkout.customer.first_name" label={t('firstName')} />
        <FormTextField {...field} name="checkout.customer.last_name" label={t('lastName')} />
      </div>
      <AddressFields control={control} within="checkout.customer.">
        <CautionsAt fields={['customer.state']} />
      </AddressFields>
      <div className={pairClass}>
        <FormTextField {...field} name="checkout.customer.phone" label={t('phone')} type="tel" />
        <FormLocalDate {...field} name="checkout.customer.birth_date" label={t('birthDate')} type="date" />
      </div>
      <div className={pairClass}>
        <FormTextField {...field} name="checkout.customer.taxpayer_id" label={t('taxpayerId')} />
        <FormTextField
          {...field}
          isMono
          name="checkout.customer.external_id"
          label={t('externalId')}
          hint={t('externalIdHint')}
        />
      </div>
    </Part>
  )
}

const loadSearch = () => import('./searches').then((m) => m.CustomerSearch)

/** Picks one of the shop's customers and copies their fields into the form, where they can be changed. */
function CustomerPicker({ control, shop }: PartProps & { shop: string }) {
  const t = useTranslations('checkoutForm')
  const common = useTranslations('common')
  const client = useQueryClient()
  const form = useFormContext<CheckoutValues>()
  const id = useWatch({ control, name: 'customer_id' })
  const [isFailed, setIsFailed] = useState(false)

  function fill(customer: CheckoutValues['checkout']['customer']) {
    form.setValue('checkout.customer', customer, { shouldDirty: true })
    dropHalfFilled(control, (field) => field.startsWith('checkout.customer.'))
  }
  async function pick(picked: string) {
    setIsFailed(false)
    form.setValue('customer_id', picked, { shouldDirty: true })
    try {
      const customer = await client.query(customerDetailOptions(shop, picked))
      if (form.getValues('customer_id') !== picked) return
      fill(customerFieldsOf(customer))
      form.clearErrors('checkout.customer')
    } catch {
      // The customer stays picked although the fields could not be filled in. A message says so.
      setIsFailed(true)
    }
  }
  function clear() {
    setIsFailed(false)
    form.setValue('customer_id', '', { shouldDirty: true })
    fill(emptyValues().checkout.customer)
    form.clearErrors(['customer_id', 'checkout.customer'])
  }
  if (id) return <Customer control={control} shop={shop} id={id} isFailed={isFailed} onClear={clear} />
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

interface CustomerProps extends PartProps {
  shop: string
  id: string
  isFailed: boolean
  onClear: () => void
}

function Customer({ control, shop, id, isFailed, onClear }: CustomerProps) {
  const t = useTranslations('checkoutForm')
  const { error } = useFormField({ control, name: 'customer_id' }, t('picked'))
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
      error={error}
      clearLabel={t('clearCustomer', { name })}
      onClear={onClear}
    >
      <bdi>{name}</bdi>
      {email && <> · {email}</>}
    </Picked>
  )
}
