'use client'
import { noAutofill, pairClass } from '@/components/form/layout'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { FormOptionalSelect } from '@/components/form/fields/choice-fields'
import { FormTextField, FormCheckboxGroup, FormTextArea } from '@/components/form/fields/fields'
import { TravelFields } from '@/components/travel/travel-fields'
import type { OwnAddresses } from '@/lib/checkouts/own-addresses'
import { CardChoice } from './card-choice'
import { ChipsField } from './chips-field'
import { FlagSwitch, LinesField } from './choices'
import { CustomerDetails, CustomerPart } from './customer-part'
import { cardOnFileInitiators, cardOnFileTypes, checkoutContracts } from '@/lib/gateway/checkouts/choices'
import { OrderPart } from './order-part'
import { PagePart } from './page-part'
import { Part, CautionsAt, Caution, type PartProps, useHidden } from './part'
import { ShopDefault } from '@/components/form/shop-default'

interface PartsProps extends PartProps {
  shop: string
  addresses: OwnAddresses
}

/** Renders every checkout field: the required ones first, the rest in collapsed parts. */
export function Parts({ control, shop, addresses }: PartsProps) {
  return (
    <>
      <OrderPart control={control} shop={shop} />
      <CustomerPart control={control} shop={shop} />
      <CustomerDetails control={control} />
      <AfterPart control={control} addresses={addresses} />
      <PagePart control={control} />
      <MethodsPart control={control} shop={shop} />
      <ContractPart control={control} />
      <Part control={control} section="travel">
        <TravelFields control={control} path="checkout.travel.airline" />
      </Part>
      <MorePart control={control} />
    </>
  )
}

function MorePart({ control }: PartProps) {
  const t = useTranslations('checkoutForm')
  return (
    <Part control={control} section="more">
      <div className={pairClass}>
        <div>
          <FlagSwitch control={control} name="checkout.test" label={t('test')} hint={t('testHint')} />
          <CautionsAt fields={['test']} />
        </div>
        <FlagSwitch control={control} name="checkout.iframe" label={t('iframe')} hint={t('iframeHint')} />
      </div>
      <FormTextField
        control={control}
        {...noAutofill}
        name="checkout.dynamic_billing_descriptor"
        label={t('descriptor')}
        hint={t('descriptorHint')}
      />
    </Part>
  )
}

const brands = ['visa', 'master', 'maestro', 'amex', 'apple_pay', 'google_pay', 'samsung_pay'] as const

function MethodsPart({ control, shop }: PartProps & { shop: string }) {
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
          hasObjects
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

/** The contract with the customer, and the reason for charging a saved card. */
function ContractPart({ control }: PartProps) {
  const t = useTranslations('checkoutForm')
  const isHidden = useHidden(control)
  const path = 'checkout.order.additional_data'
  return (
    <Part control={control} section="contract">
      <LinesField
        control={control}
        name={`${path}.receipt_text`}
        label={t('receiptText')}
        hint={t('receiptTextHint')}
      />
      <FormCheckboxGroup
        control={control}
        name={`${path}.contract`}
        label={t('contract')}
        hint={t('contractHint')}
        items={checkoutContracts.map((id) => ({ id, label: <Contract id={id} /> }))}
      />
      <div className={pairClass}>
        <div>
          <FormOptionalSelect
            control={control}
            name={`${path}.card_on_file.initiator`}
            label={t('initiator')}
            hint={t('initiatorHint')}
            unset={t('initiatorDefault')}
            items={cardOnFileInitiators.map((id) => ({ id, label: t(`initiators.${id}`), note: id }))}
          />
          <CautionsAt fields={['order.additional_data.card_on_file.type']} />
        </div>
        {!isHidden('order.additional_data.card_on_file.type') && (
          <FormOptionalSelect
            control={control}
            name={`${path}.card_on_file.type`}
            label={t('fileType')}
            unset={t('fileTypeDefault')}
            items={cardOnFileTypes.map((id) => ({ id, label: t(`fileTypes.${id}`), note: id }))}
          />
        )}
      </div>
      <FormTextArea
        control={control}
        isMono
        name={`${path}.avs_cvc_verification`}
        label={t('avs')}
        hint={t('avsHint')}
      />
    </Part>
  )
}

function Contract({ id }: { id: (typeof checkoutContracts)[number] }) {
  const t = useTranslations('checkoutForm.contracts')
  return (
    <>
      {t(`${id}.name`)} <span className="text-muted">{t(`${id}.what`)}</span>
    </>
  )
}

function AfterPart({ control, addresses }: PartProps & { addresses: OwnAddresses }) {
  const t = useTranslations('checkoutForm')
  const isHidden = useHidden(control)
  const field = { control, ...noAutofill, type: 'url', inputMode: 'url' } as const
  const page = (outcome: 'return' | 'success' | 'decline' | 'fail' | 'cancel') => {
    const name = `checkout.settings.${outcome}_url` as const
    return { ...field, name, labelNote: <ShopDefault control={control} name={name} /> }
  }
  return (
    <Part control={control} section="after">
      <div>
        <FormTextField {...page('return')} label={t('returnUrl')} hint={t('returnUrlHint')} />
        <CautionsAt fields={['settings.success_url', 'settings.decline_url']} />
      </div>
      {!isHidden('settings.success_url') && (
        <div className={pairClass}>
          <FormTextField {...page('success')} label={t('successUrl')} />
          <FormTextField {...page('decline')} label={t('declineUrl')} />
        </div>
      )}
      <div className={pairClass}>
        <FormTextField {...page('fail')} label={t('failUrl')} hint={t('failUrlHint')} />
        <FormTextField {...page('cancel')} label={t('cancelUrl')} />
      </div>
      <FormTextField
        control={control}
        {...noAutofill}
        name="checkout.settings.auto_return"
        label={t('autoReturn')}
        hint={t('autoReturnHint')}
        inputMode="numeric"
      />
      <div>
        <FormTextField
          {...field}
          name="checkout.settings.notification_url"
          label={t('notificationUrl')}
          hint={addresses.notification === null ? undefined : t('notificationUrlHint')}
        />
        {addresses.notification === null && (
          <div className="mt-1.5">
            <Caution>{t('notReachable')}</Caution>
          </div>
        )}
      </div>
      <FormTextField
        {...field}
        name="checkout.settings.card_notification_url"
        label={t('cardNotificationUrl')}
        hint={t('cardNotificationUrlHint')}
      />
      <FormTextField
        {...field}
        name="checkout.settings.verification_url"
        label={t('verificationUrl')}
        hint={t('verificationUrlHint')}
      />
    </Part>
  )
}
