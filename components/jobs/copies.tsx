'use client'
import { useQuery } from '@tanstack/react-query'
import type { Route } from 'next'
import { useTranslations } from 'use-intl'
import { RelativeTime } from '@/components/time/relative-time'
import { Card, Section } from '@/components/ui/card'
import type { CopyList } from '@/lib/jobs/copies'
import { copyListOptions } from '@/lib/jobs/list-client'
import { Link } from '../ui/link'
import { useOrderText } from './order-text'
import { TaskBadge } from './task-badge'

/** Lists the last copies of this shop's products into other shops. Those jobs are in the other shops. */
export function Copies({ shop }: { shop: string }) {
  const t = useTranslations('tasks.copies')
  const { data } = useQuery(copyListOptions(shop))
  if (!data || data.items.length === 0) return null
  return (
    <Card className="mt-5">
      <Section title={t('title')}>
        <ul className="grid gap-3">
          {data.items.map((item) => (
            <Copy key={item.job.id} {...item} />
          ))}
        </ul>
      </Section>
    </Card>
  )
}

function Copy({ to, job }: CopyList['items'][number]) {
  const t = useTranslations('tasks.copies')
  const modes = useTranslations('frame.shopMode')
  const { which } = useOrderText()(job)
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
      <span className="min-w-0">
        <Link
          href={`/shops/${to.id}/jobs/${job.id}` as Route}
          className="font-medium wrap-anywhere underline underline-offset-2"
        >
          {t('to', { shop: to.name, mode: modes(to.mode) })}
        </Link>
        {which !== null && <bdi className="block text-md wrap-anywhere text-muted">{which}</bdi>}
      </span>
      <span className="flex items-center gap-3 text-md text-muted">
        <TaskBadge task={job} />
        <RelativeTime at={job.created_at} isPlain />
      </span>
    </li>
  )
}
