'use client'
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { ActivityLink } from '@/components/frame/activity-link'
import { NoteForm } from '@/components/form/note-form'
import { QueryError } from '@/components/data-table/query-state'
import { ShowMore } from '@/components/data-table/show-more'
import { Card, Section } from '@/components/ui/card'
import { cx } from '@/components/ui/cx'
import { Skeleton } from '@/components/ui/skeleton'
import { customerKeys } from '@/lib/core/client/keys'
import { addNote, timelineOptions } from '@/lib/customers/client'
import { timelineKinds, type TimelineEntry as Entry, type TimelineKind } from '@/lib/customers/schema'
import { TimelineEntry } from './timeline-entry'

const kindParser = parseAsStringLiteral(timelineKinds).withOptions({ history: 'replace' })

interface TimelineProps {
  shop: string
  id: string
  /** Whether the viewer may write notes, and the customer is not anonymised. */
  mayNote: boolean
  /** Texts of notes that are not masked any more, by ID. */
  revealedNotes: ReadonlyMap<string, string>
}

/** The history of a customer, newest first: payments and failures, notes, local changes. */
export function Timeline({ shop, id, mayNote, revealedNotes }: TimelineProps) {
  const t = useTranslations('customers.timeline')
  const client = useQueryClient()
  const [kind, setKind] = useQueryState('kind', kindParser)
  const query = useInfiniteQuery({
    ...timelineOptions(shop, id, kind ?? undefined),
    placeholderData: keepPreviousData,
  })
  const list = useRef<HTMLOListElement>(null)
  const entries = withoutRepeatedMerges(query.data?.pages.flatMap(({ items }) => items) ?? [], id)
  return (
    <Card>
      <Section title={t('title')} actions={<Chips kind={kind} onChange={(next) => void setKind(next)} />}>
        {mayNote && (
          <div className="mb-1 border-b pb-3.5 print:hidden">
            <NoteForm
              send={(note) => addNote(shop, id, note)}
              onAdded={() => client.invalidateQueries({ queryKey: customerKeys.timelines(shop, id) })}
            />
          </div>
        )}
        {query.isPending && <Skeleton className="h-5 w-full" />}
        {query.isError && query.data === undefined && <QueryError query={query} title={t('failedTitle')} />}
        {query.data && entries.length === 0 && (
          <p className="py-2 text-md text-muted">{t(kind ? `empty.${kind}` : 'empty.all')}</p>
        )}
        <ol
          ref={list}
          tabIndex={-1}
          aria-label={t('title')}
          aria-busy={query.isPlaceholderData}
          className={cx('divide-y', query.isPlaceholderData && 'opacity-60')}
        >
          {entries.map((entry) => (
            <li key={`${entry.kind} ${entry.id}`} className="py-2.5">
              <TimelineEntry shop={shop} id={id} entry={revealed(entry, revealedNotes)} />
            </li>
          ))}
        </ol>
        <ShowMore query={query} list={list} label={t('more')} failedText={t('moreFailed')} className="mt-2" />
        <p className="mt-2">
          <ActivityLink shop={shop} id={id} />
        </p>
      </Section>
    </Card>
  )
}

const revealed = (entry: Entry, notes: ReadonlyMap<string, string>): Entry =>
  entry.kind === 'note' ? { ...entry, text: notes.get(entry.id) ?? entry.text } : entry

const kinds = [null, ...timelineKinds]

interface ChipsProps {
  kind: TimelineKind | null
  onChange: (kind: TimelineKind | null) => void
}

function Chips({ kind, onChange }: ChipsProps) {
  const t = useTranslations('customers.timeline')
  return (
    <div role="group" aria-label={t('show')} className="flex flex-wrap gap-1.5">
      {kinds.map((one) => (
        <button
          key={one ?? 'all'}
          type="button"
          aria-pressed={one === kind}
          onClick={() => onChange(one)}
          className={cx(
            'min-h-7 rounded-full border px-2.5 text-sm font-medium max-md:min-h-8',
            one === kind
              ? 'border-border-strong bg-surface'
              : 'border-dashed border-border-strong text-muted hover:border-control hover:text-text',
          )}
        >
          {t(`kinds.${one ?? 'all'}`)}
        </button>
      ))}
    </div>
  )
}

/** A merge is recorded for both customers. Leaves out the merged one's record where the kept one's is shown. */
export function withoutRepeatedMerges(entries: readonly Entry[], id: string): Entry[] {
  const shown = new Set(
    entries.flatMap((entry) => (entry.kind === 'change' && isOfKept(entry) ? keyOf(entry) : [])),
  )
  return entries.filter(
    (entry) =>
      entry.kind !== 'change' ||
      entry.customer_id === id ||
      isOfKept(entry) ||
      (entry.detail.kept !== id && !shown.has(keyOf(entry))),
  )
}

type Change = Extract<Entry, { kind: 'change' }>

const isOfKept = ({ customer_id: id, detail }: Change): boolean => detail.kept === id

const keyOf = ({ action, at, detail }: Change): string =>
  JSON.stringify([action, at, detail.kept, detail.other])
