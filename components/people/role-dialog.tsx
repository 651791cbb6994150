'use client'
import { useTranslations } from 'use-intl'
import { SubmitButton } from '@/components/form/submit-button'
import { useSubmitFailure } from '@/components/form/use-submit-failure'
import { useZodForm } from '@/components/form/use-zod-form'
import { ZodForm } from '@/components/form/zod-form'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { type Person, roleChange } from '@/lib/people/schema'
import { changeRole } from '@/lib/people/client'
import { RoleField } from './role-field'

interface RoleDialogProps {
  shop: string
  person: Person
  onClose: () => void
  onChanged: () => Promise<void>
}

export default function RoleDialog({ shop, person, onClose, onChanged }: RoleDialogProps) {
  const t = useTranslations('people')
  const common = useTranslations('common')
  const showFailure = useSubmitFailure()
  const form = useZodForm(roleChange, { defaultValues: { role: person.role } })
  return (
    <Dialog
      isOpen
      title={<span className="wrap-anywhere">{t('roleTitle', { name: person.name })}</span>}
      closeLabel={common('close')}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <ZodForm
        form={form}
        isGuarded={false}
        onSubmit={(values) =>
          changeRole(shop, person.id, values).then(onChanged, (error) => showFailure(form, error))
        }
        className="grid gap-4"
      >
        <RoleField control={form.control} name="role" />
        <p className="text-md text-muted">
          {t('roleNow')} {person.role === 'owner' && t('ownInvitations')}
        </p>
        <div className="mt-1 flex justify-end gap-2">
          <Button onPress={onClose}>{common('cancel')}</Button>
          <SubmitButton>{t('changeRole')}</SubmitButton>
        </div>
      </ZodForm>
    </Dialog>
  )
}
