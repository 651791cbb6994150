'use client'
import { useTranslations } from 'use-intl'
import { FormTextField } from '@/components/form/fields'
import { SubmitButton } from '@/components/form/submit-button'
import { useSubmitFailure } from '@/components/form/use-submit-failure'
import { useZodForm } from '@/components/form/use-zod-form'
import { ZodForm } from '@/components/form/zod-form'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { type InvitationLink, invite as inviteSchema } from '@/lib/people/schema'
import { invite } from '@/lib/people/client'
import { RoleField } from './role-field'

interface InviteDialogProps {
  shop: string
  onClose: () => void
  onInvited: (link: InvitationLink) => void
}

/** Invites a person with a role, and then shows a link. Loaded on intent. */
export default function InviteDialog({ shop, onClose, onInvited }: InviteDialogProps) {
  const t = useTranslations('people')
  const common = useTranslations('common')
  const showFailure = useSubmitFailure()
  const form = useZodForm(inviteSchema, { defaultValues: { email: '', name: '', role: 'support' } })
  return (
    <Dialog
      isOpen
      title={t('inviteTitle')}
      closeLabel={common('close')}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <ZodForm
        form={form}
        isGuarded={false}
        onSubmit={(values) => invite(shop, values).then(onInvited, (error) => showFailure(form, error))}
        className="grid gap-4"
      >
        <p className="-mt-1 text-md text-muted">{t('inviteText')}</p>
        <FormTextField
          control={form.control}
          name="email"
          label={t('email')}
          hint={t('emailHint')}
          type="email"
          autoComplete="off"
          autoFocus
        />
        <FormTextField control={form.control} name="name" label={t('name')} autoComplete="off" />
        <RoleField control={form.control} name="role" />
        <div className="mt-1 flex justify-end gap-2">
          <Button onPress={onClose}>{common('cancel')}</Button>
          <SubmitButton>{t('makeLink')}</SubmitButton>
        </div>
      </ZodForm>
    </Dialog>
  )
}
