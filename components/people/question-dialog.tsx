'use client'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ConfirmDialog } from '@/components/dialogs/confirm-dialog'
import { useFailureText } from '@/components/dialogs/failure'
import type { Invitation, InvitationLink, Person, ResetLink } from '@/lib/people/schema'
import { changePerson, makeResetLink, renewInvitation, revokeInvitation } from '@/lib/people/client'

/** Actions that need confirmation. */
export type Question =
  | { verb: 'disable' | 'enable' | 'endSessions' | 'resetLink'; subject: Person }
  | { verb: 'revoke' | 'newLink'; subject: Invitation }

/** A link that is shown once. */
export type AnyLink = InvitationLink | ResetLink

interface QuestionDialogProps {
  shop: string
  shopName: string
  question: Question
  onClose: () => void
  /** Receives the link when the action made one, else null. */
  onDone: (link: AnyLink | null) => Promise<void>
}

/** Says what will happen, to whom and in which shop. Loaded on intent. */
export default function QuestionDialog(props: QuestionDialogProps) {
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
