'use client'
import { useTranslations } from 'use-intl'
import { FormDialog } from '@/components/dialogs/form-dialog'
import { useSubmitFailure } from '@/components/form/submitting/use-submit-failure'
import { useZodForm } from '@/components/form/use-zod-form'
import { type Person, roleChange } from '@/lib/people/schema'
import { changeRole } from '@/lib/people/client'
import { RightsField } from './rights-field'

interface RoleDialogProps {
  shop: string
  person: Person
  onClose: () => void
  onChanged: () => Promise<void>
}

export default function RoleDialog({ shop, person, onClose, onChanged }: RoleDialogProps) {
  const t = useTranslations('people')
  const showFailure = useSubmitFailure()
  const form = useZodForm(roleChange, { defaultValues: { role: person.role, allowances: person.allowances } })
  return (
    <FormDialog
      form={form}
      title={t('roleTitle', { name: person.name })}
      submitLabel={t('changeRole')}
      onSubmit={(values) =>
        changeRole(shop, person.id, values).then(onChanged, (error) => showFailure(form, error))
      }
      onClose={onClose}
    >
      <RightsField control={form.control} />
      <p className="text-md text-muted">
        {t('roleNow')} {person.role === 'owner' && t('ownInvitations')}
      </p>
    </FormDialog>
  )
}
