'use client'
import { dynamic } from '@/components/ui/dynamic'
import type { ParserMap } from 'nuqs'
import { useContext } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { dayIn, formatDate } from '@/lib/core/format/dates'
import type { FilterOption, ListFilter } from '../data-table/filters'
import { type Days, daysOf, presetsOf, rangeId } from '../list-tools/day-range'
import { ShopTimeZone, useClock } from '../time/clock'
import type { FilterContext } from './define-list'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'

const DaysDialog = dynamic(lazyWithMessages(() => import('../list-tools/days-dialog')))

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
    return to === null ? t('since', { from: day(from) }) : t('between', { from: day(from), to: day(to) })
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
