'use client'
import { type Control, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { FormCheckboxGroup } from '@/components/form/fields/fields'
import { useFormField } from '@/components/form/fields/use-form-field'
import { RadioCards } from '@/components/ui/fields/radio-cards'
import { addedTo, allowances, type Allowance, type Role, roles } from '@/lib/core/permissions'

type Values = { role: Role; allowances?: Allowance[] | undefined }

/** A choice of a role, and of what is allowed beyond it. */
export function RightsField<V extends Values>({ control: given }: { control: Control<V, unknown, V> }) {
  const t = useTranslations('people')
  const control = given as unknown as Control<Values, unknown, Values>
  const role = useWatch({ control, name: 'role' })
  const offered = addedTo(role, allowances)
  return (
    <>
      <RoleField control={control} />
      {offered.length > 0 && (
        <FormCheckboxGroup
          control={control}
          name="allowances"
          label={t('allowed')}
          hint={t('allowedHint')}
          items={offered.map((id) => ({
            id,
            label: (
              <>
                <span className="block font-medium">{t(`allowances.${id}`)}</span>
                <span className="block text-sm text-muted">{t(`allowanceTexts.${id}`)}</span>
              </>
            ),
          }))}
        />
      )}
    </>
  )
}

/** A choice of roles with their permissions, the least powerful first. */
function RoleField({ control }: { control: Control<Values, unknown, Values> }) {
  const t = useTranslations('people')
  const roleName = useTranslations('auth.role')
  const { value, change, error, bound } = useFormField({ control, name: 'role' }, t('role'))
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
