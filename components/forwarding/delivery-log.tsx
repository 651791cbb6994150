'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useTranslations } from 'use-intl'
import { DataTable } from '@/components/data-table/data-table'
import { FilterBar, type ListFilter } from '@/components/data-table/filter-bar'
import { QueryError, RefreshNotice, tableStatus } from '@/components/data-table/query-state'
import { TableFooter } from '@/components/data-table/table-footer'
import { useListState } from '@/components/data-table/use-list-state'
import { InUse } from '@/components/frame/in-use'
import { Button } from '@/components/ui/button'
import { dynamic } from '@/components/ui/dynamic'
import { EmptyState } from '@/components/ui/empty-state'
import { Select } from '@/components/ui/fields/select'
import { toast } from '@/components/ui/overlays/toast-store'
import { forwardingKeys } from '@/lib/core/client/keys'
import { ApiError } from '@/lib/core/api/http'
import { pageSizes } from '@/lib/core/lists/paging'
import { messageListOptions, messageListParams, sendToEndpoint } from '@/lib/forwarding/client'
import type { Endpoint } from '@/lib/forwarding/schema'
import { messageStates } from '@/lib/forwarding/state'
import { MessageCard, useMessageColumns } from './message-columns'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'

const MessageDrawer = dynamic(lazyWithMessages(() => import('./message-drawer')))

interface DeliveryLogProps {
  shop: string
  list: LogState
  endpoints: readonly Endpoint[]
}

/** The log of all messages of the last thirty days, with their outcome. */
export function DeliveryLog({ shop, list, endpoints }: DeliveryLogProps) {
  const t = useTranslations('forwarding')
  const query = useQuery(messageListOptions(shop, list.filters))
  const [open, setOpen] = useState<string | null>(null)
  const onOpen = useCallback((id: string) => setOpen(id), [])
  const columns = useMessageColumns(onOpen)
  const filters = useLogFilters(list, endpoints)
  const page = query.data
  const notificationId = list.narrowed.notification_id
  return (
    <section aria-labelledby="log" className="mt-7">
      <div className="mb-2.5 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id="log" className="text-base font-semibold">
          {t('log')}
        </h2>
        <FilterBar filters={filters} onClear={list.clearFilters} isNarrowed={list.isNarrowed} />
      </div>
      {notificationId && (
        <InUse>
          <SendByHand shop={shop} notificationId={notificationId} endpoints={endpoints} />
        </InUse>
      )}
      <RefreshNotice query={query} />
      <DataTable
        label={t('log')}
        columns={columns}
        rows={page?.items ?? []}
        rowId={({ id }) => id}
        openRowId={open}
        sort={list.sort}
        onSortChange={list.sortBy}
        status={tableStatus(query)}
        skeletonRows={3}
        empty={<NothingHere list={list} />}
        error={<QueryError query={query} title={t('failedTitle')} />}
        renderCard={(message) => <MessageCard message={message} onOpen={onOpen} />}
        footer={
          page && (
            <TableFooter
              from={list.from}
              shown={page.items.length}
              total={page.total}
              isTotalExact={page.total_exact}
              {...list.pager(page, pageSizes.default)}
            />
          )
        }
      />
      {open && <MessageDrawer shop={shop} id={open} onClose={() => setOpen(null)} />}
    </section>
  )
}

function NothingHere({ list }: { list: LogState }) {
  const t = useTranslations()
  return (
    <EmptyState
      icon={<ScrollText size={19} />}
      title={t(list.isNarrowed ? 'table.nothingFound' : 'forwarding.logEmpty')}
      action={list.isNarrowed && <Button onPress={list.clearFilters}>{t('table.clearFilters')}</Button>}
    >
      {t(list.isNarrowed ? 'table.nothingFoundFilters' : 'forwarding.logEmptyText')}
    </EmptyState>
  )
}

function useLogFilters({ narrowed, narrow }: LogState, endpoints: readonly Endpoint[]): ListFilter[] {
  const t = useTranslations('forwarding')
  const { endpoint_id: endpoint, state, notification_id: notification } = narrowed
  const chosen = (value: string | undefined) => (value === undefined ? [] : [value])
  return [
    {
      id: 'endpoint',
      label: t('endpoint'),
      options: endpoints.map(({ id, name }) => ({ value: id, label: name })),
      selected: chosen(endpoint),
      onChange: ([value]) => narrow({ endpoint_id: value ?? null }),
    },
    {
      id: 'state',
      label: t('state'),
      options: messageStates.map((value) => ({ value, label: t(`messageStates.${value}`) })),
      selected: chosen(state),
      onChange: ([value]) => narrow({ state: messageStates.find((one) => one === value) ?? null }),
    },
    // Only links set this filter, such as a notification's. It can be removed.
    ...(notification === undefined
      ? []
      : [
          {
            id: 'notification',
            label: t('notification'),
            options: [{ value: notification, label: t('oneNotification') }],
            selected: [notification],
            onChange: () => narrow({ notification_id: null }),
          },
        ]),
  ]
}

interface SendByHandProps {
  shop: string
  notificationId: string
  endpoints: readonly Endpoint[]
}

/** Sends the log's notification to an endpoint, even if it was sent there before. */
function SendByHand({ shop, notificationId, endpoints }: SendByHandProps) {
  const t = useTranslations()
  const client = useQueryClient()
  const [chosen, setChosen] = useState<string | null>(null)
  const items = endpoints.filter(({ enabled }) => enabled).map(({ id, name }) => ({ id, label: name }))
  const target = items.find(({ id }) => id === chosen) ?? items[0]
  const send = useMutation({
    mutationFn: (endpoint: string) =>
      sendToEndpoint(shop, { endpoint_id: endpoint, notification_id: notificationId }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: forwardingKeys.all(shop) })
      toast(t('forwarding.resent'))
    },
  })
  if (!target) return null
  const { error } = send
  return (
    <div className="mb-3 rounded-md border bg-surface px-4 py-3 shadow-card">
      <div className="flex flex-wrap items-end gap-2">
        <Select
          className="w-64 max-w-full"
          label={t('forwarding.sendTo')}
          items={items}
          value={target.id}
          onChange={setChosen}
          error={
            error instanceof ApiError
              ? (error.errors.endpoint_id?.join(' ') ?? error.title)
              : error
                ? t('errors.network')
                : undefined
          }
        />
        <Button isPending={send.isPending} onPress={() => send.mutate(target.id)}>
          {t('forwarding.sendOne')}
        </Button>
      </div>
    </div>
  )
}

export const useLog = () => useListState(messageListParams)
type LogState = ReturnType<typeof useLog>
