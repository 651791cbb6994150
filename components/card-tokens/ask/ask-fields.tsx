'use client'
import { type Control, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { FormCheckboxGroup, FormSwitch, FormTextField } from '@/components/form/fields'
import { FormMoney } from '@/components/form/money-field'
import { useMoney } from '@/components/money/use-money'
import { useCurrencyOptions } from '@/components/money/currency-options'
import { Section } from '@/components/ui/card'
import type { CheckoutCreate } from '@/lib/checkouts/schema'
import { contracts } from '@/lib/card-tokens/client'
import { useContractName } from '../contracts'
import { WhoseCard } from './whose-card'
import type { AskValues } from './values'

interface AskFieldsProps {
  control: Control<AskValues, unknown, CheckoutCreate>
  shop: string
  /** Of the customer that another page chose. */
  customerName: string | null
  isLive: boolean
}

// A browser would offer the details of who types, and they are not the customer's.
const quiet = { autoComplete: 'off' } as const

/** What a customer is asked for: a card, for what, and whose it is. */
export function AskFields({ control, shop, customerName, isLive }: AskFieldsProps) {
  const t = useTranslations('cardTokens')
  const optional = useTranslations('common')('optional')
  const name = useContractName()
  const { overrides } = useMoney()
  const currencies = useCurrencyOptions()
  const isTest = useWatch({ control, name: 'checkout.test' })
  return (
    <>
      <Section title={t('asking.request')}>
        <div className="grid grid-cols-1 gap-3.5">
          <FormTextField
            control={control}
            {...quiet}
            autoFocus
            name="checkout.order.description"
            label={t('asking.description')}
            hint={t('asking.descriptionHint')}
          />
          <div className="grid items-start gap-x-4 gap-y-3.5 md:grid-cols-2">
            <FormMoney
              control={control}
              name="checkout.order.amount"
              currencyName="checkout.order.currency"
              currencies={currencies}
              overrides={overrides}
              label={t('asking.amount')}
              currencyLabel={t('asking.currency')}
              hint={t('asking.amountHint')}
            />
            <div>
              <FormTextField
                control={control}
                {...quiet}
                name="checkout.customer.email"
                label={t('asking.email')}
                labelNote={optional}
                type="email"
                inputMode="email"
              />
              {customerName === null ? (
                <WhoseCard control={control} shop={shop} />
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
          items={contracts.map((id) => ({
            id,
            label: (
              <>
                <span className="block font-medium">{name(id)}</span>
                <span className="block text-sm text-muted">{t(`contractTexts.${id}`)}</span>
              </>
            ),
          }))}
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
