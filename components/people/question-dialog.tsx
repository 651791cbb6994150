'use client'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ApiError } from '@/lib/core/http'
import type { Invitation, InvitationLink, Person } from '@/lib/people/schema'
import { changePerson, renewInvitation, revokeInvitation } from '@/lib/people/client'

/** Actions that need confirmation. */
export type Question =
  | { verb: 'disable' | 'enable' | 'endSessions'; subject: Person }
  | { verb: 'revoke' | 'newLink'; subject: Invitation }

interface QuestionDialogProps {
  shop: string
  shopName: string
  question: Question
  onClose: () => void
  /** Receives the link when the action made one, else null. */
  onDone: (link: InvitationLink | null) => Promise<void>
}

/** Says what will happen, to whom and in which shop. Loaded on intent. */
export default function QuestionDialog(props: QuestionDialogProps) {
  const { shop, shopName, question, onClose, onDone } = props
  const { verb, subject } = question
  const t = useTranslations()
  const order = useMutation({ mutationFn: () => carryOut(shop, question), onSuccess: onDone })
  const names = { name: subject.name, shop: shopName }
  return (
    <Dialog
      isOpen
      role="alertdialog"
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={<span className="wrap-anywhere">{t(`people.ask.${verb}`, names)}</span>}
      closeLabel={t('common.close')}
      footer={
        <>
          <Button autoFocus onPress={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            variant={verb === 'disable' || verb === 'revoke' ? 'danger' : 'primary'}
            isPending={order.isPending}
            onPress={() => order.mutate()}
          >
            {t(`people.${verb}`)}
          </Button>
        </>
      }
    >
      <p className="wrap-anywhere">{t(`people.ask.${verb}Text`, names)}</p>
      {verb === 'disable' && subject.role === 'owner' && <p className="mt-2">{t('people.ownInvitations')}</p>}
      {order.error && (
        <p role="alert" className="mt-3 text-md text-danger">
          {order.error instanceof ApiError ? order.error.title : t('errors.network')}
        </p>
      )}
    </Dialog>
  )
}

async function carryOut(shop: string, { verb, subject }: Question): Promise<InvitationLink | null> {
  if (verb === 'newLink') return renewInvitation(shop, subject.id)
  if (verb === 'revoke') await revokeInvitation(shop, subject.id)
  else await changePerson(shop, subject.id, verb === 'endSessions' ? 'end-sessions' : verb)
  return null
}
