'use client'
import { type ReactNode, useState } from 'react'
import { type Control, type FieldPath, type FieldValues, useFormState, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { Badge } from '@/components/ui/text/badge'
import { Disclosure } from '@/components/ui/disclosure'

interface FormSectionProps<V extends FieldValues, Output> {
  control: Control<V, unknown, Output>
  /** The fields in the section. The badge counts them, and an error in one of them opens the section. */
  fields: readonly FieldPath<V>[]
  title: string
  sub?: string
  /** The badge's text while nothing is set, such as "defaults". */
  emptyBadge: string
  /** The fields' values when nothing is set, if they differ from the form's defaults. */
  unset?: Readonly<Record<string, unknown>>
  children: ReactNode
}

/** A part of a long form. Starts closed and has a badge that says whether anything in it is set. */
export function FormSection<V extends FieldValues, O>(props: FormSectionProps<V, O>) {
  const { control, fields, title, sub, emptyBadge, unset, children } = props
  const t = useTranslations('form')
  const values: unknown[] = useWatch({ control, name: fields })
  const state = useFormState({ control, name: fields })
  const [isOpen, setIsOpen] = useState(false)
  const [seenSubmits, setSeenSubmits] = useState(0)
  const hasError = fields.some((name) => state.errors[name.split('.')[0] ?? ''] !== undefined)
  if (hasError && state.submitCount !== seenSubmits) {
    // Opens once per failed submit, so that a person may close the section again.
    setSeenSubmits(state.submitCount)
    setIsOpen(true)
  }
  const defaults: Readonly<Record<string, unknown>> = unset ?? state.defaultValues ?? {}
  const count = values.filter((value, at) => isSet(value, defaults[fields[at] ?? ''])).length
  return (
    <Disclosure
      title={title}
      sub={sub}
      isExpanded={isOpen}
      onExpandedChange={setIsOpen}
      badge={
        <Badge tone={hasError ? 'bad' : count > 0 ? 'ok' : 'neutral'}>
          {count > 0 ? t('fieldsSet', { count }) : emptyBadge}
        </Badge>
      }
    >
      {children}
    </Disclosure>
  )
}

/** Returns whether a field has a value of its own: not empty, not off and not the default. */
export function isSet(value: unknown, byDefault?: unknown): boolean {
  if (value === undefined || value === null || value === false || value === '') return false
  if (Array.isArray(value)) return value.length > 0 && JSON.stringify(value) !== JSON.stringify(byDefault)
  return value !== byDefault
}
