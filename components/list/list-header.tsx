'use client'
import { Plus } from 'lucide-react'
import type { Route } from 'next'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Freshness } from '@/components/mirror/freshness'
import { PageHeader } from '../frame/page-header'
import { PrimaryAction } from '../frame/primary-action'
import { useMay } from '../frame/use-may'
import type { List } from './use-list'

interface ListHeaderProps<Row extends { id: string }> {
  list: List<Row>
  badges?: ReactNode
  /** Default: how many rows there are, and for a mirror its age. */
  meta?: ReactNode
  actions?: ReactNode
  /** Default: the button to create a record. */
  primary?: ReactNode
}

/** The heading of a list's page. The declaration gives `meta` and `primary` their defaults. */
export function ListHeader<Row extends { id: string }>(props: ListHeaderProps<Row>) {
  const { list, badges, meta, actions, primary } = props
  const { of } = list.look
  const t = useTranslations(of)
  const newHref = useNewHref(list)
  return (
    <PageHeader
      title={t('title')}
      badges={badges}
      meta={meta ?? (list.page && <Meta list={list} />)}
      actions={actions}
      primary={
        primary ??
        (newHref && (
          <PrimaryAction
            href={newHref}
            // Lists that create records have this word.
            label={t('new' as 'title')}
            icon={<Plus aria-hidden size={16} />}
            shortcut="n"
          />
        ))
      }
    />
  )
}

/** The address of the form for a new record; null for a viewer who may not create one. */
export function useNewHref<Row extends { id: string }>({ shop, look }: List<Row>): Route | null {
  const mayCreate = useMay(look.create ?? 'shop.read')
  return look.create && mayCreate ? (`/shops/${shop}/${look.path}/new` as Route) : null
}

function Meta<Row extends { id: string }>({ list }: { list: List<Row> }) {
  const { look, mirror, shop, total, isTotalExact } = list
  const t = useTranslations(look.of)
  if (mirror) return <Freshness shop={shop} total={total} isTotalExact={isTotalExact} {...mirror} />
  // Lists without a mirror have these words.
  const text = t((isTotalExact ? 'total' : 'totalAbout') as 'title', { total })
  return <span className="tabular-nums">{text}</span>
}
