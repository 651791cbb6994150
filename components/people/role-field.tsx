'use client'
import type { FieldValues } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { RadioCards } from '@/components/ui/fields/radio-cards'
import { type BoundProps, useFormField } from '@/components/form/fields/use-form-field'
import { roles } from '@/lib/core/permissions'

/** A choice of roles with their permissions, the least powerful first. */
export function RoleField<V extends FieldValues, O>({ control, name }: BoundProps<V, O>) {
  const t = useTranslations('people')
  const roleName = useTranslations('auth.role')
  const { value, change, error, bound } = useFormField({ control, name }, t('role'))
  return (
    <RadioCards
      {...bound}
      label={t('role')}
      error={error}
      value={roles.find((role) => role === value) ?? null}
      onChange={change}
      items={roles.toReversed().map((id) => ({ id, label: roleName(id), text: t(`mayDo.${id}`) }))}
    />
  )
}
