'use client'
import { useLocale, useTranslations } from 'use-intl'
import { formatDate } from '@/lib/core/format/dates'
import type { FilterOption, ListFilter } from '../data-table/filters'
import { useClock } from '../time/clock'
import { type Days, daysOf, presetsOf, rangeId } from './day-range'

/** The option that opens the dialog. No range has this value. */
const choose = 'choose'

interface DayChoices {
  days: Days
  onChange: (days: Days) => void
  onChoose: () => void
}

/** Returns a filter's day options: presets, and a dialog for other days. */
export function useDayChoices({
  days: { from, to },
  onChange,
  onChoose,
}: DayChoices): Pick<ListFilter, 'options' | 'selected' | 'onChange'> {
  const t = useTranslations('days')
  const locale = useLocale()
  const today = useClock().toISOString().slice(0, 10)
  const presets: FilterOption[] = presetsOf(today).map(({ key, id }) => ({ value: id, label: t(key) }))
  const id = rangeId({ from, to })
  const day = (text: string) => formatDate(new Date(`${text}T00:00Z`), 'UTC', locale)
  const said = () => {
    if (from === null) return t('until', { to: day(to ?? '') })
    return to === null ? t('since', { from: day(from) }) : t('between', { from: day(from), to: day(to) })
  }
  const own = id !== null && !presets.some(({ value }) => value === id) ? [{ value: id, label: said() }] : []
  return {
    options: [...presets, ...own, { value: choose, label: t('choose') }],
    selected: id === null ? [] : [id],
    onChange: ([value]) => (value === choose ? onChoose() : onChange(daysOf(value))),
  }
}
