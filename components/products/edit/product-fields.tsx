'use client'
import { type Control, useController, useWatch } from 'react-hook-form'
import { useLocale, useTranslations } from 'use-intl'
import { FormComboBox, FormSelect } from '@/components/form/fields/choice-fields'
import {
  FormCheckboxGroup,
  FormNumberField,
  FormSwitch,
  FormTextArea,
  FormTextField,
} from '@/components/form/fields/fields'
import { FormSection } from '@/components/form/form-section'
import { ShopDefault } from '@/components/form/shop-default'
import { FormMoney } from '@/components/form/fields/money-field'
import { useMoney } from '@/components/money/use-money'
import { useIsHydrated } from '@/components/ui/hydrated'
import { Button } from '@/components/ui/button'
import { Section } from '@/components/ui/card'
import { languageCodes, namedOptions } from '@/lib/core/format/names'
import { customerFieldNames } from '@/lib/gateway/customers/fields'
import { differsFromIso } from '@/lib/gateway/values/minor-units'
import { transactionTypes } from '@/lib/gateway/products/values'
import { ExpiryField } from './expiry-field'
import type { ProductValues } from './values'

interface Props<O> {
  control: Control<ProductValues, unknown, O>
  /** The fields of an existing product whose values are unknown. They stay unchanged unless edited. */
  unknown?: readonly string[]
  /** Whether a return URL is set. The gateway's interface cannot unset it. */
  hasReturnUrl?: boolean
  /** Whether the name has the focus at first. */
  autoFocus?: boolean
}

/** Renders every product field, the required ones first. Fields that others make meaningless are hidden. */
export function ProductFields<O>(props: Props<O>) {
  return (
    <>
      <What {...props} />
      <Availability {...props} />
      <PaymentPage {...props} />
      <Further {...props} />
    </>
  )
}

function What<O>({ control, autoFocus }: Props<O>) {
  const t = useTranslations('products')
  const currency = useWatch({ control, name: 'currency' })
  const { overrides } = useMoney()
  return (
    <Section title={t('product')}>
      <div className="grid gap-3.5">
        <FormTextField control={control} name="name" label={t('label.name')} autoFocus={autoFocus} />
        <FormTextArea
          control={control}
          name="description"
          label={t('label.description')}
          hint={t('descriptionHint')}
        />
        <div className="grid items-start grid-cols-1 gap-x-4 gap-y-3.5 md:grid-cols-2">
          <FormMoney
            control={control}
            name="amount"
            currencyName="currency"
            label={t('label.amount')}
            currencyLabel={t('label.currency')}
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

function Availability<O>({ control, unknown = [] }: Props<O>) {
  const t = useTranslations('products')
  const isInfinite = useWatch({ control, name: 'infinite' })
  const period = useController({ control, name: 'immortal' }).field
  const isUnknown = unknown.includes('immortal')
  return (
    <Section title={t('availability')}>
      <div className="grid items-start gap-x-4 gap-y-5 md:grid-cols-2">
        <div className="grid gap-3">
          <FormSwitch control={control} name="infinite">
            {t('label.infinite')}
          </FormSwitch>
          {isInfinite !== true && <FormNumberField control={control} name="quantity" label={t('quantity')} />}
        </div>
        <div className="grid gap-3">
          <FormSwitch control={control} name="immortal" hint={isUnknown ? t('edit.notKnown') : undefined}>
            {t('label.immortal')}
          </FormSwitch>
          {period.value !== true && <ExpiryField control={control} />}
          {isUnknown && period.value !== undefined && (
            <Button size="sm" className="justify-self-start" onPress={() => period.onChange(undefined)}>
              {t('edit.leaveAsItIs')}
            </Button>
          )}
        </div>
      </div>
    </Section>
  )
}

function PaymentPage<O>({ control, unknown = [], hasReturnUrl }: Props<O>) {
  const t = useTranslations('products')
  const locale = useLocale()
  const isHydrated = useIsHydrated()
  const returnUrl = useWatch({ control, name: 'return_url' })
  const languages = isHydrated
    ? namedOptions('language', languageCodes, locale)
    : languageCodes.map((id) => ({ id, label: id }))
  const unknownHint = (field: string) => unknown.includes(field) && t('edit.notKnown')
  return (
    <FormSection
      control={control}
      fields={['visible_fields', 'language', 'return_url']}
      title={t('paymentPage')}
      sub={t('paymentPageSub')}
      emptyBadge={t('defaults')}
      unset={{ language: 'en' }}
    >
      <div className="grid gap-3.5">
        <FormCheckboxGroup
          control={control}
          name="visible_fields"
          labelNote={<ShopDefault control={control} name="visible_fields" />}
          label={t('label.visible_fields')}
          hint={unknownHint('visible_fields') || t('customerFieldsHint')}
          layout="grid gap-x-4 gap-y-1 sm:grid-cols-2"
          items={customerFieldNames.map((id) => ({ id, label: t(`fields.${id}`) }))}
        />
        <div className="grid items-start grid-cols-1 gap-x-4 gap-y-3.5 md:grid-cols-2">
          <FormComboBox
            control={control}
            name="language"
            labelNote={<ShopDefault control={control} name="language" />}
            label={t('label.language')}
            items={languages.map(({ id, label }) => ({ id, label, note: id }))}
          />
          <FormTextField
            control={control}
            name="return_url"
            labelNote={<ShopDefault control={control} name="return_url" />}
            label={t('label.return_url')}
            hint={
              unknownHint('return_url') ||
              (hasReturnUrl && returnUrl === '' ? t('edit.cannotBeUnset') : t('returnUrlHint'))
            }
            type="url"
          />
        </div>
      </div>
    </FormSection>
  )
}

function Further<O>({ control, unknown = [] }: Props<O>) {
  const t = useTranslations('products')
  return (
    <FormSection
      control={control}
      fields={['test', 'shop_id']}
      title={t('further')}
      sub={t('furtherSub')}
      emptyBadge={t('none')}
      unset={{}}
    >
      <div className="grid items-start grid-cols-1 gap-x-4 gap-y-3.5 md:grid-cols-2">
        <FormSwitch control={control} name="test" hint={t('testHint')}>
          {t('label.test')}
        </FormSwitch>
        <FormNumberField
          control={control}
          name="shop_id"
          label={t('label.shop_id')}
          hint={unknown.includes('shop_id') ? t('edit.notKnown') : t('shopIdHint')}
        />
      </div>
    </FormSection>
  )
}
