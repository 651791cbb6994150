'use client'
import { noAutofill, pairClass } from '@/components/form/layout'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { FormCheckboxGroup, FormTextField } from '@/components/form/fields/fields'
import { FormLanguage } from '@/components/form/fields/named-code-fields'
import { ShopDefault } from '@/components/form/shop-default'
import { useMoney } from '@/components/money/use-money'
import { customerFieldNames } from '@/lib/gateway/customers/fields'
import { FlagChoice } from './choices'
import { Part, type PartProps } from './part'

export function PagePart({ control }: PartProps) {
  const t = useTranslations('checkoutForm')
  const names = useTranslations('products.fields')
  const items = customerFieldNames.map((id) => ({ id, label: names(id) }))
  const layout = 'grid gap-x-4 gap-y-1 grid-cols-2 lg:grid-cols-3'
  return (
    <Part control={control} section="page">
      <div className={pairClass}>
        <FormLanguage
          control={control}
          name="checkout.settings.language"
          labelNote={<ShopDefault control={control} name="checkout.settings.language" />}
        />
        <FormTextField
          control={control}
          {...noAutofill}
          name="checkout.settings.button_next_text"
          label={t('buttonNext')}
          hint={t('buttonNextHint')}
        />
      </div>
      <ButtonText control={control} />
      <FormCheckboxGroup
        control={control}
        name="checkout.settings.customer_fields.visible"
        labelNote={<ShopDefault control={control} name="checkout.settings.customer_fields.visible" />}
        label={t('visible')}
        hint={t('visibleHint')}
        layout={layout}
        items={items}
      />
      <FormCheckboxGroup
        control={control}
        name="checkout.settings.customer_fields.read_only"
        labelNote={<ShopDefault control={control} name="checkout.settings.customer_fields.read_only" />}
        label={t('readOnly')}
        hint={t('readOnlyHint')}
        layout={layout}
        items={items}
      />
      <div className={pairClass}>
        <FormTextField
          control={control}
          {...noAutofill}
          name="checkout.settings.credit_card_fields.holder"
          label={t('holder')}
          hint={t('holderHint')}
        />
        <FormCheckboxGroup
          control={control}
          name="checkout.settings.credit_card_fields.read_only"
          label={t('holderLock')}
          items={[{ id: 'holder', label: t('holderLocked') }]}
        />
      </div>
      <Toggles control={control} />
    </Part>
  )
}

/** A value set here overrides the shop's setting. */
function Toggles({ control }: PartProps) {
  const t = useTranslations('checkoutForm')
  const shown = { unset: t('asShop'), on: t('show'), off: t('hide') }
  return (
    <>
      <div className={pairClass}>
        <FlagChoice
          control={control}
          name="checkout.settings.save_card_toggle.display"
          label={t('saveCard')}
          {...shown}
        />
        <FlagChoice
          control={control}
          name="checkout.settings.save_card_toggle.customer_contract"
          label={t('saveFor')}
          hint={t('saveForHint')}
          unset={t('saveForDefault')}
          on={t('saveForMerchant')}
          off={t('saveForPage')}
        />
        <FormTextField
          control={control}
          {...noAutofill}
          name="checkout.settings.save_card_toggle.text"
          label={t('saveText')}
        />
        <FormTextField
          control={control}
          {...noAutofill}
          name="checkout.settings.save_card_toggle.hint"
          label={t('saveHint')}
        />
      </div>
      <FlagChoice
        control={control}
        name="checkout.settings.another_card_toggle.display"
        label={t('anotherCard')}
        {...shown}
      />
    </>
  )
}

function ButtonText({ control }: PartProps) {
  const t = useTranslations('checkoutForm')
  const { amountText } = useMoney()
  const [text, { amount, currency }] = useWatch({
    control,
    name: ['checkout.settings.button_text', 'checkout.order'],
  })
  const paid = amountText({ amount: typeof amount === 'number' ? amount : null, currency })
  const preview = text.replaceAll('{amount}', paid ?? t('anAmount'))
  return (
    <FormTextField
      control={control}
      {...noAutofill}
      name="checkout.settings.button_text"
      label={t('buttonText')}
      hint={
        text.trim() === ''
          ? t('buttonTextHint', { placeholder: '{amount}' })
          : t('buttonPreview', { text: preview })
      }
    />
  )
}
