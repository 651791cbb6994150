'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import type { Route } from 'next'
import { useTranslations } from 'use-intl'
import { useFailureText } from '@/components/dialogs/failure'
import { QueryError } from '@/components/data-table/query-state'
import { InUse } from '@/components/frame/in-use'
import { Outcome } from '@/components/sending/outcome'
import { RelativeTime } from '@/components/time/relative-time'
import { Button } from '@/components/ui/button'
import { CodeBlock } from '@/components/ui/text/code-block'
import { DescriptionList } from '@/components/ui/text/description-list'
import { Drawer } from '@/components/ui/overlays/drawer'
import { LinkButton } from '@/components/ui/link'
import { Skeleton } from '@/components/ui/skeleton'
import { toast } from '@/components/ui/overlays/toast-store'
import type { MessageDetail } from '@/lib/forwarding/schema'
import { messageDetailOptions, resendMessage } from '@/lib/forwarding/client'
import { forwardingKeys } from '@/lib/core/client/keys'
import { MessageSubject, NextTry, StateBadge } from './message-columns'

interface MessageDrawerProps {
  shop: string
  id: string
  onClose: () => void
}

/** A message with all its attempts. Loaded on intent. */
export default function MessageDrawer({ shop, id, onClose }: MessageDrawerProps) {
  const t = useTranslations('forwarding')
  const common = useTranslations('common')
  const query = useQuery(messageDetailOptions(shop, id))
  return (
    <Drawer
      isOpen
      title={t('message')}
      closeLabel={common('close')}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      {query.data ? (
        <Detail shop={shop} message={query.data} />
      ) : query.isError ? (
        <QueryError query={query} title={t('failedTitle')} />
      ) : (
        <div role="status" aria-label={t('loading')} className="grid gap-3 px-5 py-4">
          <Skeleton className="h-4 w-52" />
          <Skeleton className="h-4 w-64" />
        </div>
      )}
    </Drawer>
  )
}

function Detail({ shop, message }: { shop: string; message: MessageDetail }) {
  const t = useTranslations('forwarding')
  return (
    <div className="divide-y">
      <section className="px-5 py-4">
        <h3 className="mb-2 flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
          <MessageSubject message={message} />
          <StateBadge message={message} />
        </h3>
        <Facts message={message} />
        <Actions shop={shop} message={message} />
      </section>
      <section aria-label={t('tried')} className="px-5 py-4">
        <h3 className="mb-2 font-semibold">{t('tried')}</h3>
        {message.log.length === 0 && <p className="text-md text-muted">{t('notTried')}</p>}
        <ol className="grid gap-3">
          {message.log.map((attempt) => (
            <li key={attempt.at}>
              <p className="mb-1 text-md text-muted">
                <RelativeTime at={attempt.at} />
              </p>
              <Outcome result={attempt} />
            </li>
          ))}
        </ol>
      </section>
      {message.body !== null && (
        <section aria-label={t('wouldSend')} className="px-5 py-4">
          <h3 className="mb-2 font-semibold">{t('wouldSend')}</h3>
          <CodeBlock label={t('wouldSend')} isWrapped className="max-h-80">
            {JSON.stringify(JSON.parse(message.body), null, 2)}
          </CodeBlock>
        </section>
      )}
    </div>
  )
}

function Facts({ message }: { message: MessageDetail }) {
  const t = useTranslations('forwarding')
  const { next_attempt_at: next, delivered_at: delivered, requested_by: person } = message
  const mono = (text: string) => <span className="font-mono text-xs break-all">{text}</span>
  const facts = [
    { term: t('endpoint'), value: <bdi>{message.endpoint_name}</bdi> },
    { term: t('url'), value: mono(message.url) },
    { term: t('messageId'), value: mono(message.id) },
    !!message.notification?.uid && { term: t('uid'), value: mono(message.notification.uid) },
    { term: t('queued'), value: <RelativeTime at={message.created_at} /> },
    message.state === 'delivered' &&
      !!delivered && { term: t('delivered'), value: <RelativeTime at={delivered} /> },
    message.state === 'waiting' && !!next && { term: t('next'), value: <NextTry at={next} /> },
    !!person && { term: t('requestedBy'), value: <bdi>{person}</bdi> },
  ]
  return <DescriptionList items={facts.filter((fact) => fact !== false)} />
}

function Actions({ shop, message }: { shop: string; message: MessageDetail }) {
  const t = useTranslations()
  const failureText = useFailureText()
  const client = useQueryClient()
  const resend = useMutation({
    mutationFn: () => resendMessage(shop, message.id),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: forwardingKeys.all(shop) })
      toast(t('forwarding.resent'))
    },
  })
  const { error } = resend
  return (
    <div className="mt-4">
      <div className="flex flex-wrap gap-2">
        <InUse>
          <Button
            size="sm"
            icon={<RotateCcw aria-hidden size={14} />}
            isPending={resend.isPending}
            onPress={() => resend.mutate()}
          >
            {t('forwarding.resend')}
          </Button>
        </InUse>
        <LinkButton size="sm" href={`/shops/${shop}/notifications?open=${message.notification_id}` as Route}>
          {t('forwarding.openNotification')}
        </LinkButton>
      </div>
      {error && (
        <p role="alert" className="mt-2 text-md text-danger">
          {failureText(error)}
        </p>
      )}
    </div>
  )
}
