'use client'
import { dynamic } from '@/components/ui/dynamic'
import type { ParserMap } from 'nuqs'
import { useContext } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { dayIn, formatDate } from '@/lib/core/format/dates'
import type { FilterOption, ListFilter } from '../../data-table/filter-bar'
import { ShopTimeZone, useClock } from '../../time/clock'
import type { FilterContext } from '../define-list'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'

const DaysDialog = dynamic(lazyWithMessages(() => import('./days-dialog')))

/** The option that opens the dialog. No range has this value. */
const choose = 'choose'

interface DayFilter<Name extends string> {
  /** The filters `<name>_from` and `<name>_to` of the list. */
  name: Name
  label: string
  /** What happened between the days, above the dialog. */
  title: string
  /** The time zone of the days. Default: the shop's. */
  zone?: string
}

/** Returns a filter by days: presets, and a dialog for other days. */
export function useDayFilter<
  Name extends string,
  Filters extends ParserMap & Record<`${Name}_from` | `${Name}_to`, unknown>,
>(list: FilterContext<Filters>, { name, label, title, zone: asked }: DayFilter<Name>): ListFilter {
  const shopZone = useContext(ShopTimeZone) ?? 'UTC'
  const zone = asked ?? shopZone
  const t = useTranslations('days')
  const locale = useLocale()
  const today = dayIn(useClock(), zone)
  const narrowed: Record<string, unknown> = list.narrowed
  const chosen = (end: 'from' | 'to') => (narrowed[`${name}_${end}`] as string | undefined) ?? null
  const days: Days = { from: chosen('from'), to: chosen('to') }
  const put = ({ from, to }: Days) =>
    list.narrow({ [`${name}_from`]: from, [`${name}_to`]: to } as Parameters<typeof list.narrow>[0])

  const presets: FilterOption[] = presetsOf(today).map(({ key, id }) => ({ value: id, label: t(key) }))
  const id = rangeId(days)
  const day = (text: string) => formatDate(new Date(`${text}T00:00Z`), 'UTC', locale)
  const chosenText = ({ from, to }: Days) => {
    if (from === null) return t('until', { to: day(to ?? '') })
    if (to === null) return t('since', { from: day(from) })
    return from === to ? day(from) : t('between', { from: day(from), to: day(to) })
  }
  const isOwn = id !== null && !presets.some(({ value }) => value === id)
  return {
    id: name,
    label,
    options: [
      ...presets,
      ...(isOwn ? [{ value: id, label: chosenText(days) }] : []),
      { value: choose, label: t('choose') },
    ],
    selected: id === null ? [] : [id],
    onChange: ([value]) => (value === choose ? list.openDialog(name) : put(daysOf(value))),
    dialog: (onClose) => (
      <DaysDialog title={title} zone={zone} days={days} onChoose={put} onClose={onClose} />
    ),
  }
}

/** UTC days as YYYY-MM-DD, inclusive; null for an open end. */
export interface Days {
  from: string | null
  to: string | null
}

/** Encodes the range as a menu value; null when both ends are open. */
export const rangeId = ({ from, to }: Days): string | null =>
  from === null && to === null ? null : `${from ?? ''}..${to ?? ''}`

export function daysOf(id: string | undefined): Days {
  const [from = '', to = ''] = id?.split('..') ?? []
  return { from: from || null, to: to || null }
}

const before = (today: string, days: number): string => {
  const at = new Date(`${today}T00:00Z`)
  at.setUTCDate(at.getUTCDate() - days)
  return at.toISOString().slice(0, 10)
}

const presetKeys = ['today', 'days7', 'days30', 'year'] as const

/** Returns the preset ranges, all open-ended; `today` is YYYY-MM-DD. */
export function presetsOf(today: string): { key: (typeof presetKeys)[number]; id: string }[] {
  const since = {
    today,
    days7: before(today, 6),
    days30: before(today, 29),
    year: `${today.slice(0, 4)}-01-01`,
  }
  return presetKeys.map((key) => ({ key, id: `${since[key]}..` }))
}
