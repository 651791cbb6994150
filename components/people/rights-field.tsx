'use client'
import type { Control } from 'react-hook-form'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { FormCheckboxGroup } from '@/components/form/fields/fields'
import { addedTo, allowances, type Allowance, type Role } from '@/lib/core/permissions'
import { RoleField } from './role-field'

type Values = { role: Role; allowances?: Allowance[] | undefined }

/** A choice of a role, and of what is allowed beyond it. */
export function RightsField<V extends Values>({ control: given }: { control: Control<V, unknown, V> }) {
  const t = useTranslations('people')
  const control = given as unknown as Control<Values, unknown, Values>
  const role = useWatch({ control, name: 'role' })
  const offered = addedTo(role, allowances)
  return (
    <>
      <RoleField control={control} name="role" />
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
