'use client'
import { noAutofill } from '@/components/form/layout'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { type Control, useWatch, useController } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { FormCheckboxGroup, FormSwitch, FormTextField } from '@/components/form/fields/fields'
import { FormMoney } from '@/components/form/fields/money-field'
import { Section } from '@/components/ui/card'
import { Checkbox } from '@/components/ui/fields/checkbox'
import { useSettled } from '@/components/ui/press/use-settled'
import { checkoutContracts as contracts } from '@/lib/gateway/checkouts/choices'
import type { CheckoutCreate } from '@/lib/checkouts/schema'
import { duplicateOptions } from '@/lib/customers/client'
import { nameOf } from '@/lib/customers/name'
import { useContractBoxes } from '../cells'
import type { AskValues } from './values'

interface AskFieldsProps {
  control: Control<AskValues, unknown, CheckoutCreate>
  shop: string
  /** The name of the customer that another page chose. */
  customerName: string | null
  isLive: boolean
}

/** The fields of a card request: the card's use and its customer. */
export function AskFields({ control, shop, customerName, isLive }: AskFieldsProps) {
  const t = useTranslations('cardTokens')
  const optional = useTranslations('common')('optional')
  const boxes = useContractBoxes(contracts)
  const isTest = useWatch({ control, name: 'checkout.test' })
  return (
    <>
      <Section title={t('asking.request')}>
        <div className="grid grid-cols-1 gap-3.5">
          <FormTextField
            control={control}
            {...noAutofill}
            autoFocus
            name="checkout.order.description"
            label={t('asking.description')}
            hint={t('asking.descriptionHint')}
          />
          <div className="grid items-start grid-cols-1 gap-x-4 gap-y-3.5 md:grid-cols-2">
            <FormMoney
              control={control}
              name="checkout.order.amount"
              currencyName="checkout.order.currency"
              label={t('asking.amount')}
              currencyLabel={t('asking.currency')}
              hint={t('asking.amountHint')}
            />
            <div>
              <FormTextField
                control={control}
                {...noAutofill}
                name="checkout.customer.email"
                label={t('asking.email')}
                labelNote={optional}
                type="email"
              />
              {customerName === null ? (
                <CardOwner control={control} shop={shop} />
              ) : (
                <p className="mt-1.5 text-md/5">{t('asking.keptFor', { name: customerName })}</p>
              )}
            </div>
          </div>
        </div>
      </Section>
      <Section title={t('asking.contract')} sub={t('asking.contractSub')}>
        <FormCheckboxGroup
          control={control}
          name="checkout.order.additional_data.contract"
          label={t('asking.mayBeUsed')}
          items={boxes}
        />
      </Section>
      <Section title={t('asking.kind')}>
        <FormSwitch
          control={control}
          name="checkout.test"
          hint={t(isLive && isTest ? 'direct.testInLive' : 'direct.testHint')}
        >
          {t('asking.test')}
        </FormSwitch>
      </Section>
    </>
  )
}

interface CardOwnerProps {
  control: Control<AskValues, unknown, CheckoutCreate>
  shop: string
}

/**
 * Suggests the customer with the typed e-mail address. The card is linked to that customer unless someone clears it.
 */
function CardOwner({ control, shop }: CardOwnerProps) {
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
  const name = nameOf(only) || only.id
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

/** Returns no customers while the address is being typed, so that the previous one cannot be chosen. */
function useCustomersWith(control: CardOwnerProps['control'], shop: string) {
  const typed = useWatch({ control, name: 'checkout.customer.email' }).trim()
  const email = useSettled(/^\S+@\S+\.\S+$/.test(typed) ? typed : null)
  const query = useQuery({ ...duplicateOptions(shop, { email: email ?? '' }), enabled: email !== null })
  const isSettled = email !== null && email === typed && !query.isPlaceholderData
  return { found: isSettled ? (query.data?.items ?? []) : [], isSettled }
}
