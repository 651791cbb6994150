'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, Share2 } from 'lucide-react'
import { dynamic } from '@/components/ui/dynamic'
import { type Ref, useState } from 'react'
import { useTranslations } from 'use-intl'
import { QueryError, RefreshNotice } from '@/components/data-table/query-state'
import { useFocusKept } from '@/components/dialogs/use-focus-kept'
import { PageHeader } from '@/components/frame/page-header'
import { PrimaryButton } from '@/components/frame/primary-action'
import { useIsArchived, useMay } from '@/components/frame/use-may'
import { ArchivedNote } from '@/components/settings/archived-note'
import { LastChange } from '@/components/settings/last-change'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { Skeleton } from '@/components/ui/skeleton'
import { toast } from '@/components/ui/overlays/toast-store'
import { useShortcut } from '@/components/ui/press/use-shortcut'
import { forwardingKeys } from '@/lib/core/client/keys'
import { endpointListOptions } from '@/lib/forwarding/client'
import type { Endpoint, EndpointWithSecret } from '@/lib/forwarding/schema'
import { maxEndpoints, type MessageState } from '@/lib/forwarding/state'
import { DeliveryLog, useLog } from './delivery-log'
import { EndpointCard } from './endpoint-card'
import type { EndpointAction } from './endpoint-menu'
import type { EndpointQuestion } from './dialogs'
import { ReceiverHelp } from './receiver-help'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'

const newKey = 'n'

interface ForwardingPageProps {
  shop: string
  isSandbox: boolean
  liveShopName: string | null
}

/** The endpoints of forwarding, and the log of what was sent to them. */
export function ForwardingPage({ shop, isSandbox, liveShopName }: ForwardingPageProps) {
  const t = useTranslations('forwarding')
  const query = useQuery(endpointListOptions(shop))
  const list = useLog()
  const [dialog, setDialog] = useState<ShownDialog | null>(null)
  const mainAction = useFocusKept(dialog !== null)
  const mayManage = useMay('forwarding.manage')
  const isArchived = useIsArchived()
  const endpoints = query.data?.items ?? []
  const mayAdd = mayManage && endpoints.length < maxEndpoints
  const add = () => setDialog({ kind: 'edit', endpoint: null })
  useShortcut({ key: newKey }, () => mayAdd && add())
  return (
    <>
      <PageHeader
        title={t('title')}
        meta={<LastChange shop={shop} part="forwarding" />}
        primary={mayAdd && endpoints.length > 0 && <AddButton ref={mainAction} onPress={add} />}
      />
      <p className="mb-4 max-w-3xl text-md/5 text-muted">{t('intro')}</p>
      <ArchivedNote className="mb-4 max-w-3xl" />
      <RefreshNotice query={query} />
      {query.isPending && <Skeleton className="h-32 w-full" />}
      {query.isError && !query.data && <QueryError query={query} title={t('failedTitle')} />}
      {query.data && (
        <Card>
          {endpoints.length === 0 ? (
            <EmptyState
              icon={<Share2 size={19} />}
              title={t('emptyTitle')}
              action={
                mayManage && (
                  <Button ref={mainAction} variant="primary" onPress={add}>
                    {t('add')}
                  </Button>
                )
              }
            >
              {!isArchived && t(mayManage ? 'emptyText' : 'emptyTextAskOwner')}
            </EmptyState>
          ) : (
            <Endpoints
              endpoints={endpoints}
              onAction={(endpoint, action) => setDialog(dialogFor(endpoint, action))}
              onShow={(endpoint, state) => {
                list.narrow({ endpoint_id: endpoint.id, state, notification_id: null })
                document.getElementById('log')?.scrollIntoView({ block: 'start' })
              }}
            />
          )}
        </Card>
      )}
      <Card className="mt-4">
        <ReceiverHelp />
      </Card>
      {(endpoints.length > 0 || list.isNarrowed) && (
        <DeliveryLog shop={shop} list={list} endpoints={endpoints} />
      )}
      {dialog && (
        <OpenDialog
          shop={shop}
          isSandbox={isSandbox}
          liveShopName={liveShopName}
          dialog={dialog}
          onShow={setDialog}
        />
      )}
    </>
  )
}

const dialogFor = (endpoint: Endpoint, action: EndpointAction): ShownDialog =>
  action === 'edit' || action === 'test'
    ? { kind: action, endpoint }
    : { kind: 'question', question: action, endpoint }

function AddButton({ ref, onPress }: { ref: Ref<HTMLButtonElement>; onPress: () => void }) {
  const t = useTranslations('forwarding')
  return (
    <PrimaryButton
      ref={ref}
      label={t('add')}
      icon={<Plus aria-hidden size={15} />}
      shortcut={newKey}
      onPress={onPress}
    />
  )
}

interface EndpointsProps {
  endpoints: readonly Endpoint[]
  onAction: (endpoint: Endpoint, action: EndpointAction) => void
  onShow: (endpoint: Endpoint, state: MessageState) => void
}

function Endpoints({ endpoints, onAction, onShow }: EndpointsProps) {
  const t = useTranslations('forwarding')
  return (
    <section aria-label={t('endpoints')}>
      <h2 className="sr-only">{t('endpoints')}</h2>
      <ul className="divide-y">
        {endpoints.map((endpoint) => (
          <li key={endpoint.id}>
            <EndpointCard
              endpoint={endpoint}
              onAction={(action) => onAction(endpoint, action)}
              onShow={(state) => onShow(endpoint, state)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

const EndpointDialog = dynamic(lazyWithMessages(() => import('./endpoint-dialog')))
const SecretDialog = dynamic(lazyWithMessages(() => import('./dialogs').then((m) => m.SecretDialog)))
const QuestionDialog = dynamic(lazyWithMessages(() => import('./dialogs').then((m) => m.QuestionDialog)))
const TestDialog = dynamic(lazyWithMessages(() => import('./dialogs').then((m) => m.TestDialog)))

type ShownDialog =
  | { kind: 'edit'; endpoint: Endpoint | null }
  | { kind: 'secret'; endpoint: EndpointWithSecret }
  | { kind: 'test'; endpoint: Endpoint }
  | { kind: 'question'; question: EndpointQuestion; endpoint: Endpoint }

interface OpenDialogProps {
  shop: string
  isSandbox: boolean
  liveShopName: string | null
  dialog: ShownDialog
  onShow: (next: ShownDialog | null) => void
}

/** Shows one dialog at a time. After a change, refetches the lists. */
function OpenDialog({ shop, isSandbox, liveShopName, dialog, onShow }: OpenDialogProps) {
  const t = useTranslations('forwarding')
  const client = useQueryClient()
  const close = () => onShow(null)
  const changed = (made: EndpointWithSecret | null) => {
    void client.invalidateQueries({ queryKey: forwardingKeys.all(shop) })
    if (made) return onShow({ kind: 'secret', endpoint: made })
    close()
  }
  switch (dialog.kind) {
    case 'edit':
      return (
        <EndpointDialog
          shop={shop}
          endpoint={dialog.endpoint}
          isSandbox={isSandbox}
          onClose={close}
          onSaved={changed}
        />
      )
    case 'secret':
      return <SecretDialog endpoint={dialog.endpoint} onClose={close} />
    case 'test':
      return <TestDialog shop={shop} endpoint={dialog.endpoint} onClose={close} />
    case 'question':
      return (
        <QuestionDialog
          shop={shop}
          liveShopName={liveShopName}
          question={dialog.question}
          endpoint={dialog.endpoint}
          onClose={close}
          onDone={(made) => {
            changed(made)
            if (!made) toast(t(`done.${dialog.question}`, { name: dialog.endpoint.name }))
          }}
        />
      )
  }
}
