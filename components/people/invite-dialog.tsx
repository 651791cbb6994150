'use client'
import { useTranslations } from 'use-intl'
import { FormDialog } from '@/components/dialogs/form-dialog'
import { FormTextField } from '@/components/form/fields/fields'
import { useSubmitFailure } from '@/components/form/submitting/use-submit-failure'
import { useZodForm } from '@/components/form/use-zod-form'
import { type InvitationLink, invite as inviteSchema } from '@/lib/people/schema'
import { invite } from '@/lib/people/client'
import { RightsField } from './rights-field'

interface InviteDialogProps {
  shop: string
  onClose: () => void
  onInvited: (link: InvitationLink) => void
}

/** Invites a person with a role, and then shows a link. Loaded on intent. */
export default function InviteDialog({ shop, onClose, onInvited }: InviteDialogProps) {
  const t = useTranslations('people')
  const showFailure = useSubmitFailure()
  const form = useZodForm(inviteSchema, {
    defaultValues: { email: '', name: '', role: 'support', allowances: [] },
  })
  return (
    <FormDialog
      form={form}
      title={t('inviteTitle')}
      submitLabel={t('invite')}
      onSubmit={(values) => invite(shop, values).then(onInvited, (error) => showFailure(form, error))}
      onClose={onClose}
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
      <RightsField control={form.control} />
    </FormDialog>
  )
}
