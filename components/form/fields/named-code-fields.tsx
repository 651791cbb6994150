'use client'
import { type ReactNode, useContext } from 'react'
import { type FieldValues, useController, useWatch } from 'react-hook-form'
import { useLocale, useTranslations } from 'use-intl'
import { languageCodes, namedOptions } from '@/lib/core/format/names'
import { countryCodes } from '@/lib/gateway/values/countries'
import { useIsHydrated } from '@/components/ui/hydrated'
import { Button } from '../../ui/button'
import { ReadOnlyForm } from '../field-registry'
import { FormComboBox } from './choice-fields'
import type { BoundProps } from './use-form-field'

interface FormCountryProps<V extends FieldValues, O> extends BoundProps<V, O> {
  children?: ReactNode
}

/** A country (ISO 3166-1 alpha-2) chosen by its name; empty text for none. */
export function FormCountry<V extends FieldValues, O>(props: FormCountryProps<V, O>) {
  const t = useTranslations('form.country')
  return (
    <NamedCode
      {...props}
      kind="region"
      codes={countryCodes}
      label={t('label')}
      placeholder={t('none')}
      clear={t('clear')}
    />
  )
}

interface FormLanguageProps<V extends FieldValues, O> extends BoundProps<V, O> {
  labelNote?: ReactNode
}

/** The language of a payment page, chosen by its name; empty text for the gateway's default. */
export function FormLanguage<V extends FieldValues, O>(props: FormLanguageProps<V, O>) {
  const t = useTranslations('form.language')
  const value: string = useWatch(props)
  // A pasted request or an old template may have a code that is not offered.
  const isOffered = value === '' || languageCodes.includes(value)
  return (
    <NamedCode
      {...props}
      kind="language"
      codes={isOffered ? languageCodes : [...languageCodes, value]}
      label={t('label')}
      placeholder={t('default')}
      clear={t('clear')}
    />
  )
}

interface NamedCodeProps<V extends FieldValues, O> extends FormCountryProps<V, O>, FormLanguageProps<V, O> {
  kind: 'region' | 'language'
  codes: readonly string[]
  label: string
  placeholder: string
  /** The label of the button that clears the choice. */
  clear: string
}

function NamedCode<V extends FieldValues, O>(props: NamedCodeProps<V, O>) {
  const { control, name, kind, codes, clear, children, ...field } = props
  const locale = useLocale()
  const isNamed = useIsHydrated()
  const isReadOnly = useContext(ReadOnlyForm)
  const { value, onChange } = useController({ control, name }).field
  const items = isNamed ? namedOptions(kind, codes, locale) : codes.map((id) => ({ id, label: id }))
  return (
    <div>
      <FormComboBox
        {...field}
        control={control}
        name={name}
        items={items.map(({ id, label }) => ({ id, label, note: id }))}
      />
      {children}
      {value !== '' && !isReadOnly && (
        <Button size="sm" variant="ghost" className="mt-1" onPress={() => onChange('')}>
          {clear}
        </Button>
      )}
    </div>
  )
}
