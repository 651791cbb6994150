'use client'
import type { ReactNode } from 'react'
import { type FieldValues, useController } from 'react-hook-form'
import { useLocale, useTranslations } from 'use-intl'
import { namedOptions } from '@/lib/core/format/names'
import { countryCodes } from '@/lib/gateway/countries'
import { useIsHydrated } from '../../time/hydrated'
import { Button } from '../../ui/button'
import { FormComboBox } from './choice-fields'
import type { BoundProps } from './use-form-field'

interface FormCountryProps<V extends FieldValues, O> extends BoundProps<V, O> {
  children?: ReactNode
}

/** A country (ISO 3166-1 alpha-2) chosen by its name; empty text for none. */
export function FormCountry<V extends FieldValues, O>({ control, name, children }: FormCountryProps<V, O>) {
  const t = useTranslations('form.country')
  const locale = useLocale()
  const isNamed = useIsHydrated()
  const { field } = useController({ control, name })
  const countries = isNamed
    ? namedOptions('region', countryCodes, locale)
    : countryCodes.map((id) => ({ id, label: id }))
  return (
    <div>
      <FormComboBox
        control={control}
        name={name}
        label={t('label')}
        placeholder={t('none')}
        items={countries.map(({ id, label }) => ({ id, label, note: id }))}
      />
      {children}
      {field.value !== '' && (
        <Button size="sm" variant="ghost" className="mt-1" onPress={() => field.onChange('')}>
          {t('clear')}
        </Button>
      )}
    </div>
  )
}
