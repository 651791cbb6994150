'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { ConfirmDialog } from '@/components/dialogs/confirm-dialog'
import { useFailureText } from '@/components/dialogs/failure'
import { FormDialog } from '@/components/dialogs/form-dialog'
import { OnceDialog } from '@/components/dialogs/open-dialog'
import { FormTextField } from '@/components/form/fields/fields'
import { useSubmitFailure } from '@/components/form/submitting/use-submit-failure'
import { useZodForm } from '@/components/form/use-zod-form'
import { useViewerTimeZone } from '@/components/time/clock'
import { toast } from '@/components/ui/overlays/toast-store'
import { peopleKeys } from '@/lib/core/client/keys'
import { formatDateTime } from '@/lib/core/format/dates'
import { shortName } from '@/lib/core/format/shortened'
import {
  changePerson,
  changeRole,
  invite,
  makeResetLink,
  renewInvitation,
  revokeInvitation,
} from '@/lib/people/client'
import {
  type Invitation,
  type InvitationLink,
  invite as inviteSchema,
  type Person,
  type ResetLink,
  roleChange,
} from '@/lib/people/schema'
import { RightsField } from './rights-field'

export type OpenedDialog =
  | { kind: 'invite' }
  | { kind: 'link'; link: AnyLink }
  | { kind: 'role'; person: Person }
  | { kind: 'question'; question: Question }

/** Actions that need confirmation. */
type Question =
  | { verb: 'disable' | 'enable' | 'endSessions' | 'resetLink'; subject: Person }
  | { verb: 'revoke' | 'newLink'; subject: Invitation }

/** A link that is shown once. */
type AnyLink = InvitationLink | ResetLink

interface PeopleDialogProps {
  shop: string
  shopName: string
  open: OpenedDialog
  onOpen: (next: OpenedDialog | null) => void
}

/** Shows one dialog at a time. After a change, refetches the lists. */
export default function PeopleDialog({ shop, shopName, open, onOpen }: PeopleDialogProps) {
  const t = useTranslations('people')
  const client = useQueryClient()
  const close = () => onOpen(null)
  const changed = () => client.invalidateQueries({ queryKey: peopleKeys.all(shop) })
  const showLink = (link: AnyLink) => {
    void changed()
    onOpen({ kind: 'link', link })
  }
  switch (open.kind) {
    case 'invite':
      return <InviteDialog shop={shop} onClose={close} onInvited={showLink} />
    case 'link':
      return <LinkDialog link={open.link} onClose={close} />
    case 'role': {
      const onChanged = async () => {
        await changed()
        close()
        toast(t('done.role', { name: shortName(open.person.name) }))
      }
      return <RoleDialog shop={shop} person={open.person} onClose={close} onChanged={onChanged} />
    }
    case 'question': {
      const { verb, subject } = open.question
      const onDone = async (link: AnyLink | null) => {
        if (link) return showLink(link)
        await changed()
        close()
        if (verb !== 'newLink' && verb !== 'resetLink')
          toast(t(`done.${verb}`, { name: shortName(subject.name) }))
      }
      return (
        <QuestionDialog
          shop={shop}
          shopName={shopName}
          question={open.question}
          onClose={close}
          onDone={onDone}
        />
      )
    }
  }
}
interface InviteDialogProps {
  shop: string
  onClose: () => void
  onInvited: (link: InvitationLink) => void
}

/** Invites a person with a role, and then shows a link. */
function InviteDialog({ shop, onClose, onInvited }: InviteDialogProps) {
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

interface RoleDialogProps {
  shop: string
  person: Person
  onClose: () => void
  onChanged: () => Promise<void>
}

function RoleDialog({ shop, person, onClose, onChanged }: RoleDialogProps) {
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

interface LinkDialogProps {
  link: AnyLink
  onClose: () => void
}

/** The link of an invitation, and whether it was mailed; or a link for a new password. */
function LinkDialog({ link, onClose }: LinkDialogProps) {
  const t = useTranslations('people')
  const mailText = useMailText()
  const { name, email } = link
  const until = formatDateTime(new Date(link.expires_at), useViewerTimeZone(), useLocale())
  const isInvitation = 'mail_outcome' in link
  return (
    <OnceDialog
      title={isInvitation ? t('linkTitle', { name }) : t('resetTitle', { name })}
      text={isInvitation ? mailText(link) : t('resetText', { email })}
      value={link.url}
      copyLabel={t('copyLink')}
      closeLabel={t('close')}
      note={t('linkOnce', { until })}
      onClose={onClose}
    />
  )
}

function useMailText(): (link: InvitationLink) => string {
  const t = useTranslations('people')
  const reasons = useTranslations('sending.outcomes')
  return ({ email, mail_outcome: outcome }) => {
    if (outcome === null) return t('linkText', { email })
    if (outcome === 'delivered') return t('linkMailed', { email })
    return t('linkNotMailed', { email, reason: reasons(outcome) })
  }
}

interface QuestionDialogProps {
  shop: string
  shopName: string
  question: Question
  onClose: () => void
  /** Receives the link when the action made one, else null. */
  onDone: (link: AnyLink | null) => Promise<void>
}

/** Says what will happen, to whom and in which shop. */
function QuestionDialog(props: QuestionDialogProps) {
  const { shop, shopName, question, onClose, onDone } = props
  const { verb, subject } = question
  const t = useTranslations('people')
  const failureText = useFailureText()
  const order = useMutation({ mutationFn: () => carryOut(shop, question), onSuccess: onDone })
  const names = { name: subject.name, shop: shopName }
  return (
    <ConfirmDialog
      title={t(`ask.${verb}`, names)}
      confirmLabel={t(verb)}
      isDanger={verb === 'disable' || verb === 'revoke'}
      isPending={order.isPending}
      failure={order.error && failureText(order.error)}
      onConfirm={() => order.mutate()}
      onClose={onClose}
    >
      <p className="wrap-anywhere">{t(`ask.${verb}Text`, names)}</p>
      {verb === 'disable' && subject.role === 'owner' && <p className="mt-2">{t('ownInvitations')}</p>}
    </ConfirmDialog>
  )
}

async function carryOut(shop: string, { verb, subject }: Question): Promise<AnyLink | null> {
  if (verb === 'resetLink') return makeResetLink(shop, subject.id)
  if (verb === 'newLink') return renewInvitation(shop, subject.id)
  if (verb === 'revoke') await revokeInvitation(shop, subject.id)
  else await changePerson(shop, subject.id, verb === 'endSessions' ? 'end-sessions' : verb)
  return null
}
