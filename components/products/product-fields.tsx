'use client'
import type { Control } from 'react-hook-form'
import { useWatch } from 'react-hook-form'
import { useLocale, useTranslations } from 'use-intl'
import type { z } from 'zod'
import { FormComboBox, FormDateTime, FormSelect } from '@/components/form/choice-fields'
import {
  FormCheckboxGroup,
  FormNumberField,
  FormSwitch,
  FormTextArea,
  FormTextField,
} from '@/components/form/fields'
import { FormSection } from '@/components/form/form-section'
import { FormMoney } from '@/components/form/money-field'
import { useMoney } from '@/components/money/use-money'
import { useClock } from '@/components/time/clock'
import { useIsHydrated } from '@/components/time/hydrated'
import { Section } from '@/components/ui/card'
import { currencyName, languageCodes, namedOptions } from '@/lib/format/names'
import { currencyCodes } from '@/lib/gateway/currencies'
import { differsFromIso } from '@/lib/gateway/minor-units'
import { type productCreate, transactionTypes } from '@/lib/gateway/product'
import { customerFieldNames } from '@/lib/gateway/customer-fields'

type Props = { control: Control<z.input<typeof productCreate>, unknown, z.output<typeof productCreate>> }

/** Every field of a product, the needed ones first; a field that another makes meaningless is hidden. */
export function ProductFields({ control }: Props) {
  return (
    <>
      <What control={control} />
      <Availability control={control} />
      <PaymentPage control={control} />
      <Further control={control} />
    </>
  )
}

function What({ control }: Props) {
  const t = useTranslations('products')
  const locale = useLocale()
  const currency = useWatch({ control, name: 'currency' })
  const { overrides } = useMoney()
  const named = useIsHydrated()
  const currencies = currencyCodes.map((id) => ({
    id,
    label: id,
    detail: named ? currencyName(id, locale) : undefined,
  }))
  return (
    <Section title={t('product')}>
      <div className="grid gap-3.5">
        <FormTextField control={control} name="name" label={t('name')} autoFocus />
        <FormTextArea
          control={control}
          name="description"
          label={t('description')}
          hint={t('descriptionHint')}
        />
        <div className="grid items-start gap-x-4 gap-y-3.5 md:grid-cols-2">
          <FormMoney
            control={control}
            name="amount"
            currencyName="currency"
            currencies={currencies}
            overrides={overrides}
            label={t('price')}
            currencyLabel={t('currency')}
            hint={differsFromIso(currency, overrides) ? t('minorUnitCaution', { currency }) : undefined}
          />
          <FormSelect
            control={control}
            name="transaction_type"
            label={t('transactionType')}
            items={transactionTypes.map((id) => ({ id, label: t(`types.${id}`), note: id }))}
          />
        </div>
      </div>
    </Section>
  )
}

function Availability({ control }: Props) {
  const t = useTranslations('products')
  const [infinite, immortal, expiredAt] = useWatch({ control, name: ['infinite', 'immortal', 'expired_at'] })
  const now = useClock()
  const isPast = typeof expiredAt === 'string' && Date.parse(expiredAt) <= now.valueOf()
  return (
    <Section title={t('availability')}>
      <div className="grid items-start gap-x-4 gap-y-3.5 md:grid-cols-2">
        <div className="grid gap-3">
          <FormSwitch control={control} name="infinite">
            {t('infinite')}
          </FormSwitch>
          {infinite !== true && <FormNumberField control={control} name="quantity" label={t('quantity')} />}
        </div>
        <div className="grid gap-3">
          <FormSwitch control={control} name="immortal">
            {t('immortal')}
          </FormSwitch>
          {immortal !== true && (
            <FormDateTime
              control={control}
              name="expired_at"
              label={t('payableUntil')}
              hint={isPast ? t('pastCaution') : undefined}
            />
          )}
        </div>
      </div>
    </Section>
  )
}

function PaymentPage({ control }: Props) {
  const t = useTranslations('products')
  const locale = useLocale()
  const named = useIsHydrated()
  const languages = named
    ? namedOptions('language', languageCodes, locale)
    : languageCodes.map((id) => ({ id, label: id }))
  return (
    <FormSection
      control={control}
      fields={['visible_fields', 'language', 'return_url']}
      title={t('paymentPage')}
      sub={t('paymentPageSub')}
      emptyBadge={t('defaults')}
    >
      <div className="grid gap-3.5">
        <FormCheckboxGroup
          control={control}
          name="visible_fields"
          label={t('buyerFields')}
          hint={t('buyerFieldsHint')}
          items={customerFieldNames.map((id) => ({ id, label: t(`fields.${id}`) }))}
        />
        <div className="grid items-start gap-x-4 gap-y-3.5 md:grid-cols-2">
          <FormComboBox
            control={control}
            name="language"
            label={t('language')}
            items={languages.map(({ id, label }) => ({ id, label, note: id }))}
          />
          <FormTextField
            control={control}
            name="return_url"
            label={t('returnUrl')}
            hint={t('returnUrlHint')}
            type="url"
            inputMode="url"
          />
        </div>
      </div>
    </FormSection>
  )
}

function Further({ control }: Props) {
  const t = useTranslations('products')
  return (
    <FormSection
      control={control}
      fields={['test', 'shop_id']}
      title={t('further')}
      sub={t('furtherSub')}
      emptyBadge={t('none')}
    >
      <div className="grid items-start gap-x-4 gap-y-3.5 md:grid-cols-2">
        <FormSwitch control={control} name="test" hint={t('testHint')}>
          {t('testProduct')}
        </FormSwitch>
        <FormNumberField control={control} name="shop_id" label={t('shopId')} hint={t('shopIdHint')} />
      </div>
    </FormSection>
  )
}
