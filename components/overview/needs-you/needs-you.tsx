'use client'
import { useQuery } from '@tanstack/react-query'
import { CalendarClock, CloudOff, FlaskConical, type LucideIcon, PackageOpen, Clock } from 'lucide-react'
import type { Route } from 'next'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { QueryError } from '@/components/data-table/query-state'
import { useMay } from '@/components/frame/use-may'
import { when } from '@/components/time/when'
import { Badge } from '@/components/ui/text/badge'
import { Card, Section } from '@/components/ui/card'
import { LinkButton } from '@/components/ui/link'
import { queryString } from '@/lib/core/client/query-string'
import { unpaidCheckoutsOptions } from '@/lib/overview/client'
import type { UnpaidCheckouts } from '@/lib/overview/schema'
import { attentionOptions } from '@/lib/payments/client'
import type { Radar, RadarItem } from '@/lib/products/schema'
import type { AttentionKind } from '@/lib/products/state'
import { ExtendRow, RestockRow } from './remedy-rows'
import { PaymentsToLookAt, ShowAll } from './payments-to-look-at'
import { RadarRow, type RowHold, useHeldRadar } from './radar-row'

/** `sort`: in the list as here, the most urgent first. */
const kinds: readonly { kind: AttentionKind; icon: LucideIcon; sort: string }[] = [
  { kind: 'expiring', icon: CalendarClock, sort: 'expired_at' },
  { kind: 'stock', icon: PackageOpen, sort: 'quantity' },
  { kind: 'test', icon: FlaskConical, sort: 'name' },
]

/** Lists what needs attention in the shop, with a repair one press away. */
export function NeedsYou({ shop }: { shop: string }) {
  const t = useTranslations('overview')
  const { query, radar, rowHold } = useHeldRadar(shop)
  const [checkouts, disputed] = [useQuery(unpaidCheckoutsOptions(shop)), useQuery(attentionOptions(shop))]
  const [unpaid, payments] = [checkouts.data, disputed.data]
  if (!radar && !query.isError) return null
  const shown = kinds.flatMap((one) => {
    const part = radar?.[one.kind]
    return part && part.total > 0 ? { ...one, part } : []
  })
  const hasUnpaid = unpaid !== undefined && unpaid.total > 0
  const others = (hasUnpaid ? 1 : 0) + (payments?.total ?? 0)
  const total = shown.reduce((sum, { part }) => sum + part.total, others)
  const isExact = payments?.total_exact !== false && shown.every(({ part }) => part.total_exact)
  return (
    <Card>
      <Section
        title={t('needsYou')}
        sub={total > 0 && <Badge tone="warn">{t(isExact ? 'total' : 'moreThan', { total })}</Badge>}
        actions={
          radar?.synced_at && (
            <span className="text-sm text-muted">{t.rich('asOf', { when: when(radar.synced_at) })}</span>
          )
        }
      >
        {radar?.synced_at === null && (
          <p className="flex gap-2 text-md text-muted">
            <CloudOff aria-hidden size={16} className="mt-0.5 shrink-0" />
            {t('notReadText')}
          </p>
        )}
        {payments && payments.total > 0 && <PaymentsToLookAt shop={shop} page={payments} />}
        {hasUnpaid && <UnpaidRow shop={shop} unpaid={unpaid} />}
        <Unread queries={[query, checkouts, disputed]} />
        {total === 0 && unpaid && payments && radar?.synced_at && (
          <p className="text-md text-muted">{t('nothing')}</p>
        )}
        {shown.map(({ kind, icon, sort, part }) => (
          <Kind key={kind} shop={shop} part={part} kind={kind} icon={icon} sort={sort} rowHold={rowHold} />
        ))}
      </Section>
    </Card>
  )
}

type Query = Parameters<typeof QueryError>[0]['query']

/** Shows the error of a part that could not be loaded. Without it, the part would look empty. */
function Unread({ queries }: { queries: readonly Query[] }) {
  const t = useTranslations('overview')
  const failed = queries.find(({ isError, data }) => isError && data === undefined)
  return failed && <QueryError query={failed} title={t('failed')} />
}

interface KindProps {
  shop: string
  part: Radar[AttentionKind]
  kind: AttentionKind
  icon: LucideIcon
  sort: string
  rowHold: (row: string) => RowHold
}

function Kind({ shop, part, kind, icon: Icon, sort, rowHold }: KindProps) {
  const t = useTranslations('overview')
  const titles = { expiring: t('expiring.title'), stock: t('stock.title'), test: t('test.title') }
  const { items, total, total_exact: isExact } = part
  return (
    <div className="not-first:mt-3">
      <div className="flex items-baseline gap-2">
        <h3 className="text-sm font-medium text-muted">{titles[kind]}</h3>
        {total > items.length && (
          <ShowAll
            href={`/shops/${shop}/products${queryString({ attention: kind, sort })}`}
            total={total}
            isExact={isExact}
          />
        )}
      </div>
      <ul className="grid">
        {items.map((item) => (
          <li key={item.id}>
            <Row
              shop={shop}
              kind={kind}
              item={item}
              icon={<Icon aria-hidden size={16} />}
              held={rowHold(`${kind} ${item.id}`)}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

interface RowProps {
  shop: string
  kind: AttentionKind
  item: RadarItem
  icon: ReactNode
  held: RowHold
}

/** People without write permission see the row with a link instead of an action. */
function Row({ shop, kind, item, icon, held }: RowProps) {
  const t = useTranslations('overview')
  const mayWrite = useMay('products.write')
  const row = { shop, item, icon }
  if (kind === 'expiring') return <ExtendRow {...row} mayWrite={mayWrite} held={held} />
  if (kind === 'stock') return <RestockRow {...row} mayWrite={mayWrite} held={held} />
  return (
    <RadarRow {...row} reason={t('test.reason')}>
      <LinkButton
        size="sm"
        href={`/shops/${shop}/products/${item.id}${mayWrite ? '/edit' : ''}` as Route}
        aria-label={t('openOf', { name: item.name ?? item.id })}
      >
        {t('open')}
      </LinkButton>
    </RadarRow>
  )
}

function UnpaidRow({ shop, unpaid }: { shop: string; unpaid: UnpaidCheckouts }) {
  const t = useTranslations('overview.unpaid')
  const { total, total_exact: isExact, ...filters } = unpaid
  return (
    <div className="flex min-h-11 items-center gap-2.5 py-1">
      <Clock aria-hidden size={16} className="mt-1 shrink-0 self-start text-warn" />
      <div className="min-w-0 flex-1">
        <p className="text-base">{t(isExact ? 'title' : 'titleOver', { total })}</p>
        <p className="text-sm text-muted">{t('reason')}</p>
      </div>
      <LinkButton
        size="sm"
        href={`/shops/${shop}/checkouts${queryString(filters)}` as Route}
        aria-label={t('reviewOf')}
      >
        {t('review')}
      </LinkButton>
    </div>
  )
}
