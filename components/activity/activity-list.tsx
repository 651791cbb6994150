'use client'
import { History } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { defineList, type FilterContext, type ListColumns } from '@/components/list/define-list'
import { multiFilter, optionsOf, type OwnFilters, removableFilter } from '@/components/list/filters/filters'
import { useDayFilter } from '@/components/list/filters/use-day-filter'
import { useList, useListQuery } from '@/components/list/use-list'
import { usePeopleOptions } from '@/components/list/filters/use-people-options'
import { RelativeTime } from '@/components/time/relative-time'
import { activityListOptions, activityListParams, activityPeopleOptions } from '@/lib/activity/client'
import { installation } from '@/lib/core/client/keys'
import type { ActivityEntry } from '@/lib/activity/schema'
import { activityGroupNames, type ActivityGroup } from '@/lib/core/activity'
import { ActivityTarget, ActivityChanges, useActivityWords, Who } from './entry'

const activityList = defineList({
  of: 'activity',
  path: 'activity',
  icon: History,
  params: activityListParams,
  query: activityListOptions,
  usual: ['at', 'by', 'object', 'changes', 'address'],
})

/** `shop`: a shop's ID, or `installation`. */
export function useActivityList(shop: string) {
  const list = useListQuery(activityList, shop)
  return useList(list, useColumns(shop), useFilters(list))
}
export type ActivityList = ReturnType<typeof useActivityList>

type Columns = ListColumns<'activity', ActivityEntry>

function useColumns(shop: string): Columns {
  const { kindText } = useActivityWords()
  return useMemo(
    () => [
      {
        id: 'what',
        isPrimary: true,
        className: 'min-w-[130px] max-w-[220px]',
        skeleton: 'my-[11px] h-3.5 w-40',
        exported: ['kind', 'what'],
        cell: ({ kind }) => <span className="font-medium">{kindText(kind)}</span>,
      },
      {
        id: 'at',
        className: 'text-muted tabular-nums',
        firstSort: 'desc',
        cell: ({ at }) => <RelativeTime at={at} isPlain />,
      },
      {
        id: 'by',
        className: 'max-w-[150px] truncate',
        exported: ['by', 'by_id'],
        cell: (entry) => <Who entry={entry} />,
      },
      {
        id: 'object',
        className: 'max-w-[180px]',
        exported: ['object_kind', 'object', 'object_id'],
        cell: (entry) => <ActivityTarget entry={entry} shop={shop} />,
      },
      {
        id: 'changes',
        className: 'min-w-[180px] max-w-[320px] whitespace-normal',
        exported: ['changes', 'changes_in_words'],
        cell: (entry) => <ActivityChanges entry={entry} />,
      },
      {
        id: 'address',
        cell: ({ address }) => <span className="font-mono text-xs text-muted">{address ?? '–'}</span>,
      },
    ],
    [kindText, shop],
  )
}

type Context = FilterContext<typeof activityListParams.filters, ActivityEntry>

/** The groups of activity that the installation records. Shops record all groups. */
const installationGroups: readonly ActivityGroup[] = ['access', 'shop', 'alerts', 'installation']

function useFilters(list: Context): OwnFilters {
  const t = useTranslations('activity')
  const people = usePeopleOptions({
    shop: list.shop,
    optionsOf: activityPeopleOptions,
    chosen: list.narrowed.person,
    somebody: t('filters.somebody'),
  })
  const groups = list.shop === installation ? installationGroups : activityGroupNames
  return {
    person: multiFilter(list, 'person', { label: t('filters.person'), options: people }),
    kind: multiFilter(list, 'kind', {
      label: t('filters.kind'),
      options: optionsOf(groups, (group) => t(`groups.${group}`)),
    }),
    at: useDayFilter(list, { name: 'at', label: t('filters.at'), title: t('filters.atTitle') }),
    object: removableFilter(list, 'object', { label: t('filters.object') }),
  }
}
