'use client'
import { useQuery } from '@tanstack/react-query'
import {
  CalendarClock,
  CircleCheck,
  CloudOff,
  FlaskConical,
  type LucideIcon,
  PackageOpen,
} from 'lucide-react'
import type { Route } from 'next'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { QueryError } from '@/components/data-table/query-state'
import { PageHeader } from '@/components/frame/page-header'
import { useMay } from '@/components/frame/use-may'
import { when } from '@/components/time/when'
import { Badge } from '@/components/ui/badge'
import { Card, Section } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { LinkButton } from '@/components/ui/link-button'
import type { Radar, RadarItem, RadarKind } from '@/lib/contracts/radar'
import { radarOptions } from '@/lib/queries/radar'
import { ExtendRow } from './extend-row'
import { RadarRow } from './radar-row'
import { RestockRow } from './restock-row'

const kinds: readonly { kind: RadarKind; icon: LucideIcon; filter: string }[] = [
  { kind: 'expiring', icon: CalendarClock, filter: 'state=live&sort=expired_at' },
  { kind: 'stock', icon: PackageOpen, filter: 'sort=quantity' },
  { kind: 'test', icon: FlaskConical, filter: 'test=true' },
]

/** What needs somebody in this shop, with what puts it right one press away. */
export function OverviewPage({ shop }: { shop: string }) {
  const t = useTranslations('overview')
  const query = useQuery(radarOptions(shop))
  const { data } = query
  return (
    <>
      <PageHeader
        title={t('title')}
        meta={data?.synced_at && <span>{t.rich('asOf', { when: when(data.synced_at) })}</span>}
      />
      {data ? (
        <NeedsYou shop={shop} radar={data} />
      ) : (
        query.isError && <QueryError query={query} title={t('failed')} />
      )}
    </>
  )
}

function NeedsYou({ shop, radar }: { shop: string; radar: Radar }) {
  const t = useTranslations('overview')
  const shown = kinds.filter(({ kind }) => radar[kind].total > 0)
  if (shown.length === 0) return <Nothing shop={shop} isRead={radar.synced_at !== null} />
  return (
    <div className="grid items-start gap-4.5 lg:grid-cols-2">
      {shown.map(({ kind, icon: Icon, filter }) => (
        <Card key={kind}>
          <Section
            title={t(`${kind}.title`)}
            sub={
              <Badge tone="warn">
                {t(radar[kind].total_exact ? 'total' : 'moreThan', { total: radar[kind].total })}
              </Badge>
            }
            actions={
              radar[kind].total > radar[kind].items.length && (
                <Link
                  href={`/shops/${shop}/products?${filter}` as Route}
                  className="inline-flex min-h-6 items-center text-md text-muted underline underline-offset-2 hover:text-text"
                >
                  {t('all')}
                </Link>
              )
            }
          >
            <ul className="-my-1 grid gap-1">
              {radar[kind].items.map((item) => (
                <li key={item.id}>
                  <Row shop={shop} kind={kind} item={item} icon={<Icon aria-hidden size={16} />} />
                </li>
              ))}
            </ul>
          </Section>
        </Card>
      ))}
    </div>
  )
}

interface RowProps {
  shop: string
  kind: RadarKind
  item: RadarItem
  icon: ReactNode
}

/** Who may not write is told all the same, and may look. */
function Row({ shop, kind, item, icon }: RowProps) {
  const t = useTranslations('overview')
  const mayWrite = useMay('products.write')
  const row = { shop, item, icon }
  if (kind === 'expiring') return <ExtendRow {...row} mayWrite={mayWrite} />
  if (kind === 'stock') return <RestockRow {...row} mayWrite={mayWrite} />
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

function Nothing({ shop, isRead }: { shop: string; isRead: boolean }) {
  const t = useTranslations('overview')
  if (!isRead)
    return (
      <EmptyState icon={<CloudOff size={19} />} title={t('notRead')}>
        {t('notReadText')}
      </EmptyState>
    )
  return (
    <EmptyState
      icon={<CircleCheck size={19} />}
      title={t('nothing')}
      action={<LinkButton href={`/shops/${shop}/products` as Route}>{t('toProducts')}</LinkButton>}
    >
      {t('nothingText')}
    </EmptyState>
  )
}
