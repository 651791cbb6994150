'use client'
import { UserPlus } from 'lucide-react'
import type { Route } from 'next'
import { useCallback, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFocusKept } from '@/components/dialogs/use-focus-kept'
import { PageHeader } from '@/components/frame/page-header'
import { PrimaryButton } from '@/components/frame/primary-action'
import { LastChange } from '@/components/settings/last-change'
import { dynamic } from '@/components/ui/dynamic'
import { Link } from '@/components/ui/link'
import { useShortcut } from '@/components/ui/press/use-shortcut'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'
import type { Invitation, Person } from '@/lib/people/schema'
import type { OpenedDialog } from './dialogs'
import { Invitations, PeopleList } from './lists'
import type { InvitationAction, PersonAction } from './menus'
import { FactorRuleSection, RevealLimitSection } from './rules'

const PeopleDialog = dynamic(lazyWithMessages(() => import('./dialogs')))

const inviteKey = 'n'

export function PeoplePage({ shop, shopName }: { shop: string; shopName: string }) {
  const t = useTranslations('people')
  const [open, setOpen] = useState<OpenedDialog | null>(null)
  const mainAction = useFocusKept(open !== null)
  useShortcut({ key: inviteKey }, () => setOpen({ kind: 'invite' }))
  const onPerson = useCallback(
    (person: Person, verb: PersonAction) =>
      setOpen(
        verb === 'role'
          ? { kind: 'role', person }
          : { kind: 'question', question: { verb, subject: person } },
      ),
    [],
  )
  const onInvitation = useCallback(
    (subject: Invitation, verb: InvitationAction) =>
      setOpen({ kind: 'question', question: { verb, subject } }),
    [],
  )
  return (
    <>
      <PageHeader
        title={t('title')}
        meta={<LastChange shop={shop} part="people" />}
        actions={
          <Link href={`/shops/${shop}/roles` as Route} className="text-md rounded-xs text-accent underline">
            {t('roles.link')}
          </Link>
        }
        primary={
          <PrimaryButton
            ref={mainAction}
            label={t('invite')}
            icon={<UserPlus aria-hidden size={15} />}
            shortcut={inviteKey}
            onPress={() => setOpen({ kind: 'invite' })}
          />
        }
      />
      <PeopleList shop={shop} onAction={onPerson} />
      <Invitations shop={shop} onAction={onInvitation} />
      <FactorRuleSection shop={shop} />
      <RevealLimitSection shop={shop} />
      {open && <PeopleDialog shop={shop} shopName={shopName} open={open} onOpen={setOpen} />}
    </>
  )
}
