'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Column } from '@/components/data-table/table-head'
import { useMoney } from '@/components/money/use-money'
import { useSendingError } from '@/components/sending/outcome'
import { useClock } from '@/components/time/clock'
import { RelativeTime } from '@/components/time/relative-time'
import { when } from '@/components/time/when'
import { Badge, type Tone } from '@/components/ui/text/badge'
import type { Message } from '@/lib/forwarding/schema'
import type { EndpointState, MessageState } from '@/lib/forwarding/state'

export function useMessageColumns(onOpen: (id: string) => void): Column<Message>[] {
  const t = useTranslations('forwarding')
  return useMemo(
    () => [
      {
        id: 'notification',
        header: t('notification'),
        className: 'max-w-[300px] w-full',
        cell: (message) => <OpenButton message={message} onOpen={onOpen} />,
      },
      {
        id: 'endpoint',
        header: t('endpoint'),
        className: 'min-w-[120px] max-w-[200px] truncate',
        cell: (message) => <bdi>{message.endpoint_name}</bdi>,
      },
      { id: 'state', header: t('state'), cell: (message) => <StateBadge message={message} /> },
      {
        id: 'last',
        header: t('lastTry'),
        className: 'min-w-[170px] text-muted',
        cell: (message) => <LastTry message={message} />,
      },
      {
        id: 'created_at',
        header: t('queued'),
        className: 'min-w-[110px] text-muted tabular-nums',
        firstSort: 'desc' as const,
        cell: (message) => <RelativeTime at={message.created_at} isPlain />,
      },
    ],
    [t, onOpen],
  )
}

export function MessageCard({ message, onOpen }: { message: Message; onOpen: (id: string) => void }) {
  return (
    <div>
      <div className="flex items-start justify-between gap-3">
        <span className="min-w-0 flex-1">
          <OpenButton message={message} onOpen={onOpen} />
        </span>
        <StateBadge message={message} />
      </div>
      <p dir="auto" className="mt-1 truncate text-md">
        <bdi>{message.endpoint_name}</bdi>
      </p>
      <p className="mt-0.5 text-md text-muted">
        <LastTry message={message} />
      </p>
    </div>
  )
}

function OpenButton({ message, onOpen }: { message: Message; onOpen: (id: string) => void }) {
  return (
    <button
      type="button"
      data-row-link=""
      onClick={() => onOpen(message.id)}
      dir="auto"
      className="block min-h-6 max-w-full truncate rounded-xs text-start font-medium hover:underline"
    >
      <MessageSubject message={message} />
    </button>
  )
}

/** Summarises a message's notification in a line. */
export function MessageSubject({ message: { notification } }: { message: Pick<Message, 'notification'> }) {
  const t = useTranslations('forwarding')
  const { amountText } = useMoney()
  if (!notification) return t('notificationGone')
  const { type, status, uid, kind } = notification
  const parts = [type, status, amountText(notification)].filter(Boolean)
  return parts.length > 0 ? parts.join(' · ') : (uid ?? t(`kinds.${kind}`))
}

export function StateBadge({ message }: { message: Pick<Message, 'state'> }) {
  const t = useTranslations('forwarding')
  return <Badge tone={messageTones[message.state]}>{t(`messageStates.${message.state}`)}</Badge>
}

/** The outcome of the last attempt, and the time of the next. */
function LastTry({ message }: { message: Message }) {
  const t = useTranslations('forwarding')
  const errorText = useSendingError()
  const { attempts, last_status: status, last_error: error, next_attempt_at: next, state } = message
  if (attempts === 0) return t('notTried')
  const result = error ? errorText(error) : (status ?? '')
  return (
    <span>
      {result}
      {attempts > 1 && ` · ${t('tries', { count: attempts })}`}
      {state === 'waiting' && next && <NextTry at={next} />}
    </span>
  )
}

/** Words times under a minute separately, because they would read “just now”. */
export function NextTry({ at }: { at: string }) {
  const t = useTranslations('forwarding')
  const isSoon = Date.parse(at) - useClock().valueOf() < 60_000
  return (
    <span className="block text-sm">
      {isSoon ? t('nextTrySoon') : t.rich('nextTry', { when: when(at, { isPlain: true }) })}
    </span>
  )
}

export const endpointTones: Record<EndpointState, Tone> = {
  new: 'neutral',
  healthy: 'ok',
  failing: 'warn',
  disabled: 'bad',
}

const messageTones: Record<MessageState, Tone> = {
  waiting: 'info',
  delivered: 'ok',
  given_up: 'bad',
  cancelled: 'neutral',
}
