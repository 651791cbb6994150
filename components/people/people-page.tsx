'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import type { Route } from 'next'
import { dynamic } from '@/components/ui/dynamic'
import { useCallback, useState } from 'react'
import { useTranslations } from 'use-intl'
import { DataTable } from '@/components/data-table/data-table'
import { QueryError, RefreshNotice, tableStatus } from '@/components/data-table/query-state'
import { useFocusKept } from '@/components/dialogs/use-focus-kept'
import { PageHeader } from '@/components/frame/page-header'
import { PrimaryButton } from '@/components/frame/primary-action'
import { LastChange } from '@/components/settings/last-change'
import { Link } from '@/components/ui/link'
import { toast } from '@/components/ui/overlays/toast-store'
import { useShortcut } from '@/components/ui/press/use-shortcut'
import { peopleKeys } from '@/lib/core/client/keys'
import { shortName } from '@/lib/core/format/shortened'
import { peopleOptions } from '@/lib/people/client'
import type { Invitation, Person } from '@/lib/people/schema'
import { FactorRuleSection, RevealLimitSection } from './rules'
import type { InvitationAction } from './invitation-menu'
import { Invitations } from './invitations'
import { type OnPersonAction, PersonCard, usePersonColumns } from './list'
import type { AnyLink, Question } from './question-dialog'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'

const InviteDialog = dynamic(lazyWithMessages(() => import('./invite-dialog')))
const LinkDialog = dynamic(lazyWithMessages(() => import('./link-dialog')))
const QuestionDialog = dynamic(lazyWithMessages(() => import('./question-dialog')))
const RoleDialog = dynamic(lazyWithMessages(() => import('./role-dialog')))

const inviteKey = 'n'

type Open =
  | { kind: 'invite' }
  | { kind: 'link'; link: AnyLink }
  | { kind: 'role'; person: Person }
  | { kind: 'question'; question: Question }

interface PeoplePageProps {
  shop: string
  shopName: string
}

export function PeoplePage({ shop, shopName }: PeoplePageProps) {
  const t = useTranslations('people')
  const query = useQuery(peopleOptions(shop))
  const [open, setOpen] = useState<Open | null>(null)
  const mainAction = useFocusKept(open !== null)
  useShortcut({ key: inviteKey }, () => setOpen({ kind: 'invite' }))
  const onPerson: OnPersonAction = useCallback(
    (person, verb) =>
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
  const people = query.data?.items ?? []
  const columns = usePersonColumns(onPerson)
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
      <RefreshNotice query={query} />
      <DataTable
        label={t('title')}
        columns={columns}
        rows={people}
        rowId={({ id }) => id}
        rowHref={() => null}
        sort=""
        onSortChange={() => {}}
        status={tableStatus(query)}
        empty={null}
        error={<QueryError query={query} title={t('failedTitle')} />}
        renderCard={(person) => <PersonCard person={person} onAction={onPerson} />}
      />
      <Invitations shop={shop} onAction={onInvitation} />
      <FactorRuleSection shop={shop} />
      <RevealLimitSection shop={shop} />
      {open && <OpenDialog shop={shop} shopName={shopName} open={open} onOpen={setOpen} />}
    </>
  )
}

interface OpenDialogProps extends PeoplePageProps {
  open: Open
  onOpen: (next: Open | null) => void
}

/** Shows one dialog at a time. After a change, refetches the lists. */
function OpenDialog({ shop, shopName, open, onOpen }: OpenDialogProps) {
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
