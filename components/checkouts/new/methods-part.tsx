'use client'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { CardChoice } from './card-choice'
import { CautionsAt } from './cautions'
import { ChipsField } from './chips-field'
import { FlagSwitch } from './choices'
import type { PartProps } from './control'
import { Part } from './part'
import { useHidden } from './use-derived'

const brands = ['visa', 'master', 'maestro', 'amex', 'apple_pay', 'google_pay', 'samsung_pay'] as const

/** What can be paid with. */
export function MethodsPart({ control, shop }: PartProps & { shop: string }) {
  const t = useTranslations('checkoutForm')
  const isHidden = useHidden(control)
  const card = useWatch({ control, name: 'card_token_id' })
  const suggestions = [{ id: 'credit_card', label: t('bankCard') }]
  return (
    <Part control={control} section="methods" more={card === '' ? 0 : 1}>
      <div>
        <ChipsField
          control={control}
          name="checkout.payment_method.types"
          label={t('methodTypes')}
          hint={t('methodTypesHint', { example: '{"apm": {"channel": "…"}}' })}
          suggestions={suggestions}
          takesObjects
        />
        <CautionsAt fields={['payment_method.excluded_types']} />
      </div>
      {!isHidden('payment_method.excluded_types') && (
        <ChipsField
          control={control}
          name="checkout.payment_method.excluded_types"
          label={t('excludedTypes')}
          hint={t('excludedTypesHint')}
          suggestions={suggestions}
        />
      )}
      <ChipsField
        control={control}
        name="checkout.payment_method.excluded_brands"
        label={t('excludedBrands')}
        hint={t('excludedBrandsHint')}
        suggestions={brands.map((id) => ({ id, label: t(`brands.${id}`) }))}
      />
      <div>
        <CardChoice control={control} shop={shop} />
        <CautionsAt fields={['settings.auto_pay']} />
      </div>
      {!isHidden('settings.auto_pay') && (
        <FlagSwitch
          control={control}
          name="checkout.settings.auto_pay"
          label={t('autoPay')}
          hint={t('autoPayHint')}
        />
      )}
    </Part>
  )
}
