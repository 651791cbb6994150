'use client'
import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import { RelativeTime } from '@/components/time/relative-time'
import { Link } from '@/components/ui/link'
import { type ActivityField, activityFields } from '@/lib/activity/fields'
import { type ActivityKind, activityKinds } from '@/lib/core/activity'
import { activityReasons, type WordedReason } from '@/lib/core/activity-reasons'
import { type Permission, permissions } from '@/lib/core/permissions'
import type { ActivityChange, ActivityEntry } from '@/lib/activity/schema'
import { objectHref } from './links'

const isField = (name: string): name is ActivityField => (activityFields as readonly string[]).includes(name)
const isKind = (kind: string): kind is ActivityKind => (activityKinds as readonly string[]).includes(kind)

/** Returns the words for a kind of event; of another release's kind, its name. */
export function useKindText(): (kind: string) => string {
  const t = useTranslations('activity')
  return useCallback((kind) => (isKind(kind) ? t(`kinds.${kind}`) : kind), [t])
}

interface EntryProps {
  entry: ActivityEntry
  shop: string
}

/** Who did it. */
export function Who({ entry: { by, by_id: id } }: Pick<EntryProps, 'entry'>) {
  const t = useTranslations('activity')
  if (by !== null) return <bdi>{by}</bdi>
  return id === null ? (
    <span className="text-muted" title={t('nobodyText')}>
      {t('nobody')}
    </span>
  ) : (
    <span className="font-mono text-xs">{id}</span>
  )
}

/** On what: its kind, and its name or ID, as a link where it has a page. */
export function OnWhat({ entry, shop }: EntryProps) {
  const t = useTranslations('activity.objects')
  const { object } = entry
  if (!object) return <span className="text-muted">–</span>
  const href = objectHref(shop, entry)
  const name = object.name ? (
    <bdi>{object.name}</bdi>
  ) : (
    <span className="font-mono text-xs" title={object.id}>
      {object.id}
    </span>
  )
  return (
    <span className="block min-w-0">
      {object.kind && <span className="block text-xs text-muted">{t(object.kind)}</span>}
      <span className="block truncate">
        {href === null ? (
          name
        ) : (
          <Link href={href} className="rounded-xs underline decoration-border underline-offset-2">
            {name}
          </Link>
        )}
      </span>
    </span>
  )
}

const mostShown = 4

/** Before and after, and what else is known. */
export function Said({ entry: { changes, facts } }: Pick<EntryProps, 'entry'>) {
  const t = useTranslations('activity')
  const fieldText = useFieldText()
  const valueText = useValueText()
  const lines = [
    ...changes.map((change) => ({ name: fieldText(change.field), text: <Change change={change} /> })),
    ...facts.map(({ name, value }) => ({ name: fieldText(name), text: valueText(name, value) })),
  ]
  if (lines.length === 0) return <span className="text-muted">–</span>
  const left = lines.length - mostShown
  return (
    <ul className="grid min-w-0 gap-0.5 text-xs">
      {lines.slice(0, mostShown).map(({ name, text }, index) => (
        <li key={`${name} ${index}`} className="line-clamp-3 wrap-anywhere">
          {name !== '' && <bdi className="text-muted">{name}: </bdi>}
          <bdi>{text}</bdi>
        </li>
      ))}
      {left > 0 && <li className="text-muted">{t('more', { count: left })}</li>}
    </ul>
  )
}

/** Returns the words for a field; of another release's field, and of a currency, its name. */
function useFieldText(): (name: string) => string {
  const t = useTranslations('activity')
  return (name) => (isField(name) ? t(`fields.${name}`) : name.replaceAll('_', ' '))
}

/** Names of fields and of events say what they hold in words, and so do reasons. */
function useValueText(): (name: string, value: string) => string {
  const t = useTranslations('activity')
  const fieldText = useFieldText()
  const kindText = useKindText()
  const reasonText = useReasonText()
  return (name, value) => {
    if (value === 'true' || value === 'false') return t(value === 'true' ? 'yes' : 'no')
    if (name === 'fields' || name === 'changed') return value.split(', ').map(fieldText).join(', ')
    if (name === 'event') return kindText(value)
    return name === 'reason' ? reasonText(value) : value
  }
}

const isReason = (reason: string): reason is WordedReason =>
  (activityReasons as readonly string[]).includes(reason)
const isPermission = (reason: string): reason is Permission =>
  (permissions as readonly string[]).includes(reason)

/** Returns the words for a reason; of another release's reason, its name. */
function useReasonText(): (reason: string) => string {
  const t = useTranslations('activity')
  const may = useTranslations('people.roles.may')
  return (reason) => {
    if (isReason(reason)) return t(`reasons.${reason}`)
    return isPermission(reason) ? t('missingRight', { what: may(reason) }) : reason.replaceAll('_', ' ')
  }
}

function Change({ change: { field, from, to } }: { change: ActivityChange }) {
  const t = useTranslations('activity')
  const valueText = useValueText()
  const said = (value: string | null | undefined) => {
    if (value === undefined) return t('unknown')
    return value === null ? t('empty') : valueText(field, value)
  }
  return t('change', { from: said(from), to: said(to) })
}

/** An entry on a phone. */
export function EntryCard({ entry, shop }: EntryProps) {
  const kindText = useKindText()
  return (
    <div className="grid gap-1.5">
      <span className="flex items-start justify-between gap-3">
        <span className="font-medium">{kindText(entry.kind)}</span>
        <RelativeTime at={entry.at} isPlain className="shrink-0 text-md text-muted" />
      </span>
      <span className="text-md text-muted">
        <Who entry={entry} />
        {entry.address !== null && <span className="font-mono text-xs"> · {entry.address}</span>}
      </span>
      {entry.object && <OnWhat entry={entry} shop={shop} />}
      {entry.changes.length + entry.facts.length > 0 && <Said entry={entry} />}
    </div>
  )
}
