'use client'
import { useTranslations } from 'use-intl'
import { InUse } from '@/components/frame/in-use'
import { useMay } from '@/components/frame/use-may'
import { when } from '@/components/time/when'
import { Badge } from '@/components/ui/text/badge'
import { Button } from '@/components/ui/button'
import { MoreMenu } from '@/components/ui/overlays/lazy-menu'
import type { Endpoint, ForwardingFilters } from '@/lib/forwarding/schema'
import { countedTo, messageStates, type MessageState } from '@/lib/forwarding/state'
import type { EndpointAction } from './endpoint-menu'
import { endpointTones } from './message-columns'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'

const loadMenu = lazyWithMessages(() => import('./endpoint-menu'))

interface EndpointCardProps {
  endpoint: Endpoint
  onAction: (action: EndpointAction) => void
  /** Filters the log by this state. */
  onShow: (state: MessageState) => void
}

export function EndpointCard({ endpoint, onAction, onShow }: EndpointCardProps) {
  const t = useTranslations('forwarding')
  const mayManage = useMay('forwarding.manage')
  return (
    <div className="px-5 py-4 max-md:px-4">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <h3 className="min-w-0 text-base font-semibold wrap-anywhere">{endpoint.name}</h3>
            <Badge tone={endpointTones[endpoint.state]} hasDot={endpoint.state === 'failing'}>
              {t(`states.${endpoint.state}`)}
            </Badge>
          </div>
          <p className="mt-0.5 font-mono text-xs break-all text-muted">{endpoint.url}</p>
        </div>
        <InUse>
          <MoreMenu
            load={loadMenu}
            menu={{ endpoint, mayManage, onAction }}
            aria-label={t('actionsOf', { name: endpoint.name })}
          />
        </InUse>
      </div>
      <FilterSummary filters={endpoint.filters} />
      <Trouble endpoint={endpoint} mayManage={mayManage} onResume={() => onAction('resume')} />
      <Counts endpoint={endpoint} onShow={onShow} />
    </div>
  )
}

/** Says since when the endpoint fails, or why it is disabled, with a button to resume. */
function Trouble(props: { endpoint: Endpoint; mayManage: boolean; onResume: () => void }) {
  const { endpoint, mayManage, onResume } = props
  const t = useTranslations('forwarding')
  const { disabled_at: disabledAt, disabled_reason: reason, failing_since: failingSince } = endpoint
  if (endpoint.enabled)
    return (
      failingSince && (
        <p className="mt-2 text-md text-warn">{t.rich('failingSince', { when: when(failingSince) })}</p>
      )
    )
  return (
    <div className="mt-2.5 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-danger-weak px-3 py-2 text-md text-danger">
      <p className="min-w-0 flex-1 basis-60">
        {disabledAt && t.rich(`disabledBecause.${reason ?? 'hand'}`, { when: when(disabledAt) })}
        {endpoint.missed > 0 && ` ${t('missed', { count: countText(endpoint.missed, t) })}`}
      </p>
      {mayManage && (
        <Button size="sm" onPress={onResume}>
          {t('resume')}
        </Button>
      )}
    </div>
  )
}

function Counts({ endpoint, onShow }: Pick<EndpointCardProps, 'endpoint' | 'onShow'>) {
  const t = useTranslations('forwarding')
  const { old_secret_until: until, last_success_at: lastAt } = endpoint
  const some = messageStates.filter((state) => (endpoint.counts[state] ?? 0) > 0)
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-md text-muted">
      {some.length === 0 && <span>{t('nothingSent')}</span>}
      {some.map((id) => {
        const counted = t(`counted.${id}`, { count: countText(endpoint.counts[id] ?? 0, t) })
        return (
          <button
            key={id}
            type="button"
            aria-label={t('showOf', { counted, name: endpoint.name })}
            onClick={() => onShow(id)}
            className="min-h-6 rounded-xs tabular-nums hover:text-text hover:underline"
          >
            {counted}
          </button>
        )
      })}
      {lastAt && <span>{t.rich('lastSuccess', { when: when(lastAt) })}</span>}
      {until && <span>{t.rich('oldSecret', { when: when(until) })}</span>}
    </div>
  )
}

type Translate = ReturnType<typeof useTranslations<'forwarding'>>

/** The server stops counting after `countedTo`. */
const countText = (count: number, t: Translate): string =>
  count > countedTo ? t('moreThan', { count: countedTo }) : t('count', { count })

const allKinds = ['transaction', 'expired_checkout', 'unknown', 'unreadable']

function FilterSummary({ filters }: { filters: ForwardingFilters }) {
  const t = useTranslations('forwarding')
  const { kinds, statuses, types, grades, test } = filters
  const isAll =
    kinds.length === allKinds.length && allKinds.every((kind) => kinds.some((one) => one === kind))
  const parts = [
    isAll ? t('summary.all') : kinds.map((kind) => t(`kinds.${kind}`)).join(', '),
    statuses.length > 0 && t('summary.statuses', { words: statuses.join(', ') }),
    types.length > 0 && t('summary.types', { words: types.join(', ') }),
    test !== null && t(test ? 'summary.test' : 'summary.real'),
    grades.includes('unverified') && t('summary.quarantined'),
    !(['network', 'credentials'] as const).some((grade) => grades.includes(grade)) && t('summary.signed'),
  ].filter((part) => part !== false)
  return <p className="mt-2 text-md wrap-anywhere">{parts.join(' · ')}</p>
}
