'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeySquare, Plus } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Column } from '@/components/data-table/table-head'
import { DataTable } from '@/components/data-table/data-table'
import { QueryError, RefreshNotice, tableStatus } from '@/components/data-table/query-state'
import { useFocusKept } from '@/components/dialogs/use-focus-kept'
import { PageHeader } from '@/components/frame/page-header'
import { PrimaryButton } from '@/components/frame/primary-action'
import { useIsArchived } from '@/components/frame/use-may'
import { ArchivedNote } from '@/components/settings/archived-note'
import { RelativeTime } from '@/components/time/relative-time'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { useShortcut } from '@/components/ui/press/use-shortcut'
import { apiTokensOptions, makeApiToken, revokeApiToken } from '@/lib/api-tokens/client'
import type { ApiToken } from '@/lib/api-tokens/schema'
import { apiTokenKeys } from '@/lib/core/client/keys'
import { tokenScopes } from '@/lib/core/permissions'
import { OpenTokenDialog, type OnOpen, type OpenToken } from './open-token-dialog'
import { Revoke, TokenName, TokenScopes, TokenState, TokenUse } from './token-details'

const newKey = 'n'

const toReference = (words: ReactNode) => (
  <Link href="/api-reference" className="text-accent underline underline-offset-2">
    {words}
  </Link>
)

/** All tokens that work in a shop, for its owners. */
export function TokensPage({ shop, shopName }: { shop: string; shopName: string }) {
  const t = useTranslations('apiTokens')
  const client = useQueryClient()
  const query = useQuery(apiTokensOptions(shop))
  const [open, setOpen] = useState<OpenToken | null>(null)
  const mainAction = useFocusKept(open !== null)
  const columns = useColumns(setOpen)
  const isArchived = useIsArchived()
  const make = () => setOpen({ kind: 'new' })
  useShortcut({ key: newKey, isDisabled: isArchived }, make)
  return (
    <>
      <PageHeader
        title={t('title')}
        primary={
          !isArchived && (
            <PrimaryButton
              ref={mainAction}
              label={t('new')}
              icon={<Plus aria-hidden size={15} />}
              shortcut={newKey}
              onPress={make}
            />
          )
        }
      />
      <p className="mb-4 max-w-3xl text-md text-muted">{t.rich('text', { api: toReference })}</p>
      <ArchivedNote className="mb-4 max-w-3xl" />
      <RefreshNotice query={query} />
      <DataTable
        label={t('title')}
        columns={columns}
        rows={query.data?.items ?? []}
        rowId={({ id }) => id}
        status={tableStatus(query)}
        empty={
          <EmptyState icon={<KeySquare size={18} />} title={t('emptyTitle')}>
            {t('emptyText')}
          </EmptyState>
        }
        error={<QueryError query={query} title={t('failedTitle')} />}
        renderCard={(token) => <TokenCard token={token} onOpen={setOpen} />}
      />
      {open && (
        <OpenTokenDialog
          open={open}
          shops={[{ id: shop, name: shopName, scopes: tokenScopes }]}
          isOwn={false}
          make={({ shop: _shop, ...order }) => makeApiToken(shop, order)}
          revoke={(id) => revokeApiToken(shop, id)}
          changed={() => client.invalidateQueries({ queryKey: apiTokenKeys.all(shop) })}
          onOpen={setOpen}
        />
      )}
    </>
  )
}

function useColumns(onOpen: OnOpen): Column<ApiToken>[] {
  const t = useTranslations('apiTokens')
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('name'),
        isPrimary: true,
        className: 'min-w-[160px] max-w-[260px]',
        cell: (token) => <Named token={token} />,
      },
      {
        id: 'scopes',
        header: t('scopes'),
        className: 'w-full min-w-[200px]',
        cell: (token) => <TokenScopes token={token} />,
      },
      {
        id: 'last_used_at',
        header: t('lastUse'),
        className: 'min-w-[120px] text-muted tabular-nums',
        cell: (token) => <TokenUse token={token} />,
      },
      {
        id: 'expires_at',
        header: t('expires'),
        className: 'min-w-[110px] text-muted tabular-nums',
        cell: (token) => <RelativeTime at={token.expires_at} />,
      },
      {
        id: 'state',
        header: t('state'),
        className: 'min-w-[90px]',
        cell: (token) => <TokenState token={token} />,
      },
      {
        id: 'actions',
        header: <span className="sr-only">{t('actions')}</span>,
        className: 'ps-0 text-end',
        cell: (token) => <Revoke token={token} onOpen={onOpen} />,
      },
    ],
    [t, onOpen],
  )
}

function Named({ token }: { token: ApiToken }) {
  const t = useTranslations('apiTokens')
  const { kind, made_by: name } = token
  return (
    <TokenName token={token} whose={kind === 'personal' ? t('ofPerson', { name }) : t('madeBy', { name })} />
  )
}

function TokenCard({ token, onOpen }: { token: ApiToken; onOpen: OnOpen }) {
  const t = useTranslations('apiTokens')
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <Named token={token} />
        <div className="mt-1.5">
          <TokenScopes token={token} />
        </div>
        <p className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-md text-muted tabular-nums">
          <TokenState token={token} />
          <span>
            {t('expires')} <RelativeTime at={token.expires_at} />
          </span>
        </p>
        <div className="mt-0.5 text-md text-muted tabular-nums">
          {t('lastUse')}: <TokenUse token={token} />
        </div>
      </div>
      <Revoke token={token} onOpen={onOpen} />
    </div>
  )
}
