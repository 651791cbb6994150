'use client'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Column } from '@/components/data-table/table-head'
import { DataTable } from '@/components/data-table/data-table'
import { QueryError, tableStatus } from '@/components/data-table/query-state'
import { RelativeTime } from '@/components/time/relative-time'
import { Badge } from '@/components/ui/text/badge'
import { MoreMenu } from '@/components/ui/overlays/more-menu'
import type { Invitation } from '@/lib/people/schema'
import { invitationsOptions } from '@/lib/people/client'
import type { InvitationAction } from './invitation-menu'
import { PersonName, RightsText } from './cells'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'

type OnAction = (invitation: Invitation, action: InvitationAction) => void

const loadMenu = lazyWithMessages(() => import('./invitation-menu'))

/** Open invitations. Renders nothing when there are none. */
export function Invitations({ shop, onAction }: { shop: string; onAction: OnAction }) {
  const t = useTranslations('people')
  const query = useQuery(invitationsOptions(shop))
  const columns = useColumns(onAction)
  const rows = query.data?.items ?? []
  if (query.isSuccess && rows.length === 0) return null
  return (
    <section aria-labelledby="invitations" className="mt-7">
      <h2 id="invitations" className="mb-2.5 text-base font-semibold">
        {t('invitations')}
      </h2>
      <DataTable
        label={t('invitations')}
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        rowHref={() => null}
        sort=""
        onSortChange={() => {}}
        status={tableStatus(query)}
        skeletonRows={1}
        empty={null}
        error={<QueryError query={query} title={t('failedTitle')} />}
        renderCard={(invitation) => <InvitationCard invitation={invitation} onAction={onAction} />}
      />
    </section>
  )
}

function useColumns(onAction: OnAction): Column<Invitation>[] {
  const t = useTranslations('people')
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('name'),
        isPrimary: true,
        className: 'max-w-[420px] w-full',
        cell: (invitation) => <Invited invitation={invitation} />,
      },
      {
        id: 'role',
        header: t('role'),
        className: 'min-w-[110px]',
        cell: (invitation) => <RightsText of={invitation} />,
      },
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
      {
        id: 'actions',
        header: <span className="sr-only">{t('actions')}</span>,
        className: 'w-11 ps-0 text-end',
        cell: (invitation) => <Actions invitation={invitation} onAction={onAction} />,
      },
    ],
    [t, onAction],
  )
}

function InvitationCard({ invitation, onAction }: { invitation: Invitation; onAction: OnAction }) {
  const t = useTranslations('people')
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <Invited invitation={invitation} />
        <p className="mt-1.5 text-md text-muted">
          <RightsText of={invitation} />
        </p>
        <p className="mt-0.5 text-md text-muted tabular-nums">
          {invitation.state === 'open' && `${t('until')}: `}
          <Until invitation={invitation} />
        </p>
      </div>
      <Actions invitation={invitation} onAction={onAction} />
    </div>
  )
}

/** Who is invited, and whether the mail with the link did not go out. */
function Invited({ invitation }: { invitation: Invitation }) {
  const t = useTranslations('people')
  const reasons = useTranslations('sending.outcomes')
  const { mail_outcome: outcome } = invitation
  return (
    <>
      <PersonName of={invitation} />
      {outcome !== null && outcome !== 'delivered' && (
        <p className="mt-0.5 text-sm wrap-anywhere whitespace-normal text-danger">
          {t('notMailed', { reason: reasons(outcome) })}
        </p>
      )}
    </>
  )
}

function Until({ invitation }: { invitation: Invitation }) {
  const t = useTranslations('people')
  if (invitation.state === 'expired') return <Badge tone="warn">{t('expired')}</Badge>
  return <RelativeTime at={invitation.expires_at} />
}

function Actions({ invitation, onAction }: { invitation: Invitation; onAction: OnAction }) {
  const t = useTranslations('people')
  return (
    <MoreMenu
      load={loadMenu}
      menu={{ invitation, onAction: (action: InvitationAction) => onAction(invitation, action) }}
      aria-label={t('actionsOf', { name: invitation.name })}
    />
  )
}
