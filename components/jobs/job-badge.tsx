'use client'
import { useTranslations } from 'use-intl'
import type { JobDetail, JobRowItem } from '@/lib/jobs/schema'
import { Badge, type Tone } from '../ui/text/badge'
import { isProductCopy, isFileImport, isUnderWay, leftOutCount, rowNameOf, displayStateOf } from './stage'

const jobTones: Record<ReturnType<typeof displayStateOf>, Tone> = {
  reading: 'info',
  planning: 'info',
  planned: 'info',
  nothing: 'neutral',
  impossible: 'warn',
  running: 'info',
  cancelling: 'warn',
  cancelled: 'neutral',
  done: 'ok',
  partly: 'warn',
  failed: 'bad',
}

type Stated = Pick<JobDetail, 'state' | 'counts' | 'changed' | 'kind' | 'undoes'>

/** Returns the state as text. If rows were left out, it includes the counts of rows done and not done. */
export function useStandingText({ counts, ...job }: Stated): string {
  const t = useTranslations('jobs.state')
  const standing = displayStateOf({ ...job, counts })
  if (standing !== 'partly') return t(standing)
  return t(partlyOf({ counts, ...job }), { done: counts.done, left: leftOutCount(counts) })
}

/** Only an import creates something, and may also change products. A customer that already exists is not an error. */
function partlyOf({ counts, ...job }: Stated): 'partlyMade' | 'partlyLeftOut' | 'partlyDone' {
  if (!isFileImport(job) || job.changed > 0) return 'partlyDone'
  return counts.skipped + counts.unconfirmed > 0 ? 'partlyLeftOut' : 'partlyMade'
}

export function JobBadge({ job }: { job: Stated }) {
  const text = useStandingText(job)
  return (
    <Badge tone={jobTones[displayStateOf(job)]} hasDot={isUnderWay(job)}>
      {text}
    </Badge>
  )
}

const rowTones: Record<ReturnType<typeof rowNameOf>, Tone> = {
  pending: 'neutral',
  planned: 'info',
  notDone: 'neutral',
  invalid: 'bad',
  unchanged: 'neutral',
  sending: 'info',
  done: 'ok',
  failed: 'bad',
  unconfirmed: 'warn',
  skipped: 'warn',
}

/** Shows a row's state. A planned row of an import or a copy says whether it creates or changes a record. */
export function RowBadge({ row, job }: { row: Pick<JobRowItem, 'state' | 'subject'>; job: JobDetail }) {
  const t = useTranslations('jobs.row')
  const name = rowNameOf(job, row.state)
  const planned =
    isFileImport(job) || isProductCopy(job) ? (row.subject === null ? 'create' : 'update') : 'planned'
  return (
    <Badge tone={rowTones[name]} hasDot={row.state === 'sending'}>
      {t(name === 'planned' ? planned : name)}
    </Badge>
  )
}
