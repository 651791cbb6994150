'use client'
import type { ReactNode } from 'react'
import { type FieldValues, useController } from 'react-hook-form'
import { useLocale, useTranslations } from 'use-intl'
import { languageCodes, namedOptions } from '@/lib/core/format/names'
import { useIsHydrated } from '../../time/hydrated'
import { Button } from '../../ui/button'
import { FormComboBox } from './choice-fields'
import type { BoundProps } from './use-form-field'

interface FormLanguageProps<V extends FieldValues, O> extends BoundProps<V, O> {
  labelNote?: ReactNode
}

/** The language of a payment page, chosen by its name; empty text for the gateway's default. */
export function FormLanguage<V extends FieldValues, O>(props: FormLanguageProps<V, O>) {
  const { control, name, labelNote } = props
  const t = useTranslations('form.language')
  const locale = useLocale()
  const isNamed = useIsHydrated()
  const { field } = useController({ control, name })
  const value: string = field.value
  // A pasted request or an old template may have a code that is not offered.
  const codes = value === '' || languageCodes.includes(value) ? languageCodes : [...languageCodes, value]
  const items = isNamed ? namedOptions('language', codes, locale) : codes.map((id) => ({ id, label: id }))
  return (
    <div>
      <FormComboBox
        control={control}
        name={name}
        label={t('label')}
        labelNote={labelNote}
        placeholder={t('default')}
        items={items.map(({ id, label }) => ({ id, label, note: id }))}
      />
      {value !== '' && (
        <Button size="sm" variant="ghost" className="mt-1" onPress={() => field.onChange('')}>
          {t('clear')}
        </Button>
      )}
    </div>
  )
}
