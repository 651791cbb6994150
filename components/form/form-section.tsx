'use client'
import { type ReactNode, useState } from 'react'
import { type Control, type FieldPath, type FieldValues, useFormState, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { Badge } from '@/components/ui/badge'
import { Disclosure } from '@/components/ui/disclosure'

interface FormSectionProps<V extends FieldValues, Output> {
  control: Control<V, unknown, Output>
  /** The fields inside: counted in the badge, and an error in one of them opens the section. */
  fields: readonly FieldPath<V>[]
  title: string
  sub?: string
  /** What the badge says while nothing is set, such as "defaults". */
  emptyBadge: string
  /** What the fields hold where nothing is set, where that is not what the form began with. */
  unset?: Readonly<Record<string, unknown>>
  children: ReactNode
}

/** A part of a long form that is closed at first and says in a badge whether anything in it is set. */
export function FormSection<V extends FieldValues, O>(props: FormSectionProps<V, O>) {
  const { control, fields, title, sub, emptyBadge, unset, children } = props
  const t = useTranslations('form')
  const values: unknown[] = useWatch({ control, name: fields })
  const state = useFormState({ control, name: fields })
  const [isOpen, setIsOpen] = useState(false)
  const [seenSubmits, setSeenSubmits] = useState(0)
  const hasError = fields.some((name) => state.errors[name.split('.')[0] ?? ''] !== undefined)
  if (hasError && state.submitCount !== seenSubmits) {
    // Open once for each failed submit, so that a person may close the section again.
    setSeenSubmits(state.submitCount)
    setIsOpen(true)
  }
  const byDefault: Readonly<Record<string, unknown>> = unset ?? state.defaultValues ?? {}
  const count = values.filter((value, at) => isSet(value, byDefault[fields[at] ?? ''])).length
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

/** Whether a field holds something of its own: not nothing, not off, and not what the form began with by default. */
export function isSet(value: unknown, byDefault?: unknown): boolean {
  if (value === undefined || value === null || value === false || value === '') return false
  if (Array.isArray(value)) return value.length > 0 && JSON.stringify(value) !== JSON.stringify(byDefault)
  return value !== byDefault
}
