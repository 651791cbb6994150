'use client'
import { useTranslations } from 'use-intl'
import { FormCheckboxGroup, FormTextArea } from '@/components/form/fields'
import { CautionsAt } from './cautions'
import { FormOptionalSelect } from '@/components/form/choice-fields'
import { LinesField } from './choices'
import { pairClass, type PartProps } from './control'
import { cardOnFileTypes, contractKinds, initiators } from './fields'
import { Part } from './part'
import { useHidden } from './use-derived'

/** What is agreed with the customer, and why a saved card is charged. */
export function ContractPart({ control }: PartProps) {
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
        items={contractKinds.map((id) => ({ id, label: <Contract id={id} /> }))}
      />
      <div className={pairClass}>
        <div>
          <FormOptionalSelect
            control={control}
            name={`${path}.card_on_file.initiator`}
            label={t('initiator')}
            hint={t('initiatorHint')}
            unset={t('initiatorDefault')}
            items={initiators.map((id) => ({ id, label: t(`initiators.${id}`), note: id }))}
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
        spellCheck="false"
        name={`${path}.avs_cvc_verification`}
        label={t('avs')}
        hint={t('avsHint')}
      />
    </Part>
  )
}

function Contract({ id }: { id: (typeof contractKinds)[number] }) {
  const t = useTranslations('checkoutForm.contracts')
  return (
    <>
      {t(`${id}.name`)} <span className="text-muted">{t(`${id}.what`)}</span>
    </>
  )
}
