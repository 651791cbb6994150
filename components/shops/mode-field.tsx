'use client'
import type { FieldValues } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { type BoundProps, useFormField } from '@/components/form/fields/use-form-field'
import { RadioCards } from '@/components/ui/fields/radio-cards'
import { providerModes } from '@/lib/shops/schema'

/** Test or live, each with what it means. */
export function ModeField<V extends FieldValues, O>({ control, name }: BoundProps<V, O>) {
  const t = useTranslations('shops')
  const { value, change, error, bound } = useFormField({ control, name }, t('fields.mode'))
  return (
    <RadioCards
      {...bound}
      label={t('fields.mode')}
      error={error}
      value={providerModes.find((mode) => mode === value) ?? null}
      onChange={change}
      items={providerModes.map((id) => ({ id, label: t(`modes.${id}.label`), text: t(`modes.${id}.text`) }))}
    />
  )
}
