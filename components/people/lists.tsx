'use client'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { DataTable } from '@/components/data-table/data-table'
import { QueryError, RefreshNotice, tableStatus } from '@/components/data-table/query-state'
import type { Column } from '@/components/data-table/table-head'
import { RelativeTime } from '@/components/time/relative-time'
import { MoreMenu } from '@/components/ui/overlays/lazy-menu'
import { Badge } from '@/components/ui/text/badge'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'
import { invitationsOptions, peopleOptions } from '@/lib/people/client'
import type { Invitation, Person } from '@/lib/people/schema'
import type { InvitationAction, PersonAction } from './menus'

const loadPersonMenu = lazyWithMessages(() => import('./menus').then((m) => m.PersonMenu))
const loadInvitationMenu = lazyWithMessages(() => import('./menus').then((m) => m.InvitationMenu))

interface ListProps<Row, Action> {
  shop: string
  /** Must be stable. */
  onAction: (row: Row, action: Action) => void
}

export function PeopleList({ shop, onAction }: ListProps<Person, PersonAction>) {
  const t = useTranslations('people')
  const query = useQuery(peopleOptions(shop))
  const cells = usePersonCells(onAction)
  return (
    <>
      <RefreshNotice query={query} />
      <RowsTable label={t('title')} query={query} cells={cells} />
    </>
  )
}

function usePersonCells(onAction: ListProps<Person, PersonAction>['onAction']): Cells<Person> {
  const t = useTranslations('people')
  return useMemo(
    () => ({
      name: (person) => <Name of={person} isYou={person.is_you} />,
      columns: [
        {
          id: 'last_sign_in_at',
          header: t('lastSignIn'),
          className: 'min-w-[130px] text-muted tabular-nums',
          cell: (person) => <LastSignIn person={person} />,
        },
        {
          id: 'state',
          header: t('state'),
          className: 'min-w-[110px]',
          cell: (person) => <StateBadge person={person} />,
        },
      ],
      facts: (person) => (
        <>
          <p className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-md text-muted">
            <span>
              <Rights of={person} />
            </span>
            <StateBadge person={person} />
          </p>
          <p className="mt-0.5 text-md text-muted tabular-nums">
            {t('lastSignIn')}: <LastSignIn person={person} />
          </p>
        </>
      ),
      actions: (person) => (
        <MoreMenu
          load={loadPersonMenu}
          menu={{ person, onAction: (action: PersonAction) => onAction(person, action) }}
          aria-label={t('actionsOf', { name: person.name })}
        />
      ),
    }),
    [t, onAction],
  )
}

/** Open invitations. Renders nothing when there are none. */
export function Invitations({ shop, onAction }: ListProps<Invitation, InvitationAction>) {
  const t = useTranslations('people')
  const query = useQuery(invitationsOptions(shop))
  const cells = useInvitationCells(onAction)
  if (query.isSuccess && query.data.items.length === 0) return null
  return (
    <section aria-labelledby="invitations" className="mt-7">
      <h2 id="invitations" className="mb-2.5 text-base font-semibold">
        {t('invitations')}
      </h2>
      <RowsTable label={t('invitations')} query={query} cells={cells} skeletonRows={1} />
    </section>
  )
}

function useInvitationCells(
  onAction: ListProps<Invitation, InvitationAction>['onAction'],
): Cells<Invitation> {
  const t = useTranslations('people')
  return useMemo(
    () => ({
      name: (invitation) => <Invited invitation={invitation} />,
      columns: [
        {
          id: 'created_by',
          header: t('invitedBy'),
          className: 'min-w-[130px] max-w-[180px] truncate text-muted',
          cell: (invitation) => <bdi>{invitation.created_by}</bdi>,
        },
        {
          id: 'expires_at',
          header: t('until'),
          className: 'min-w-[110px] text-muted tabular-nums',
          cell: (invitation) => <Until invitation={invitation} />,
        },
      ],
      facts: (invitation) => (
        <>
          <p className="mt-1.5 text-md text-muted">
            <Rights of={invitation} />
          </p>
          <p className="mt-0.5 text-md text-muted tabular-nums">
            {invitation.state === 'open' && `${t('until')}: `}
            <Until invitation={invitation} />
          </p>
        </>
      ),
      actions: (invitation) => (
        <MoreMenu
          load={loadInvitationMenu}
          menu={{ invitation, onAction: (action: InvitationAction) => onAction(invitation, action) }}
          aria-label={t('actionsOf', { name: invitation.name })}
        />
      ),
    }),
    [t, onAction],
  )
}

/** Where the two lists differ. */
interface Cells<Row> {
  name: (row: Row) => ReactNode
  /** Between the role and the actions. */
  columns: Column<Row>[]
  /** Below the name in a card. */
  facts: (row: Row) => ReactNode
  actions: (row: Row) => ReactNode
}

interface RowsTableProps<Row extends object> {
  label: string
  query: UseQueryResult<{ items: Row[] }>
  cells: Cells<Row>
  skeletonRows?: number
}

function RowsTable<Row extends Person | Invitation>(props: RowsTableProps<Row>) {
  const { label, query, cells, skeletonRows } = props
  const t = useTranslations('people')
  const columns = useMemo<Column<Row>[]>(
    () => [
      {
        id: 'name',
        header: t('name'),
        isPrimary: true,
        className: 'max-w-[420px] w-full',
        cell: cells.name,
      },
      { id: 'role', header: t('role'), className: 'min-w-[110px]', cell: rights },
      ...cells.columns,
      {
        id: 'actions',
        header: <span className="sr-only">{t('actions')}</span>,
        className: 'w-11 ps-0 text-end',
        cell: cells.actions,
      },
    ],
    [t, cells],
  )
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={query.data?.items ?? []}
      rowId={({ id }) => id}
      status={tableStatus(query)}
      skeletonRows={skeletonRows}
      empty={null}
      error={<QueryError query={query} title={t('failedTitle')} />}
      renderCard={(row) => (
        <div className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            {cells.name(row)}
            {cells.facts(row)}
          </div>
          {cells.actions(row)}
        </div>
      )}
    />
  )
}

const rights = (row: Person | Invitation) => <Rights of={row} />

/** A name above its e-mail address. Handles any length and script. */
function Name({ of, isYou = false }: { of: Person | Invitation; isYou?: boolean }) {
  const t = useTranslations('people')
  return (
    <>
      <span className="flex min-w-0 items-center gap-2">
        <bdi className="truncate font-medium" title={of.name}>
          {of.name}
        </bdi>
        {isYou && <Badge>{t('you')}</Badge>}
      </span>
      <bdi className="block truncate text-xs text-muted" title={of.email}>
        {of.email}
      </bdi>
    </>
  )
}

/** Who is invited, and whether the mail with the link did not go out. */
function Invited({ invitation }: { invitation: Invitation }) {
  const t = useTranslations('people')
  const reasons = useTranslations('sending.outcomes')
  const { mail_outcome: outcome } = invitation
  return (
    <>
      <Name of={invitation} />
      {outcome !== null && outcome !== 'delivered' && (
        <p className="mt-0.5 text-sm wrap-anywhere whitespace-normal text-danger">
          {t('notMailed', { reason: reasons(outcome) })}
        </p>
      )}
    </>
  )
}

/** A person's role, and beneath it what they are allowed beyond it. */
function Rights({ of }: { of: Person | Invitation }) {
  const t = useTranslations('people.allowances')
  const roleName = useTranslations('auth.role')
  return (
    <>
      {roleName(of.role)}
      {of.allowances.map((one) => (
        <span key={one} className="block text-xs text-muted">
          {t(one)}
        </span>
      ))}
    </>
  )
}

function LastSignIn({ person }: { person: Person }) {
  const t = useTranslations('people')
  return person.last_sign_in_at ? <RelativeTime at={person.last_sign_in_at} /> : t('neverSeen')
}

function StateBadge({ person }: { person: Person }) {
  const t = useTranslations('people')
  return <Badge tone={person.state === 'active' ? 'ok' : 'neutral'}>{t(`states.${person.state}`)}</Badge>
}

function Until({ invitation }: { invitation: Invitation }) {
  const t = useTranslations('people')
  if (invitation.state === 'expired') return <Badge tone="warn">{t('expired')}</Badge>
  return <RelativeTime at={invitation.expires_at} />
}
