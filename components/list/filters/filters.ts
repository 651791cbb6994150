import type { ParserMap } from 'nuqs'
import type { Filter, Filters as Descriptions } from '@/lib/core/lists/filters'
import type { FilterOption, ListFilter } from '../../data-table/filter-bar'
import type { FilterContext } from '../define-list'

type Name<Filters extends ParserMap> = keyof Filters & string
type Changes<Filters extends ParserMap> = Parameters<FilterContext<Filters>['narrow']>[0]

/** Sets one filter, or clears it with null. */
function put<Filters extends ParserMap>(list: FilterContext<Filters>, id: Name<Filters>, value: unknown) {
  // The menu returns only the filter's own options.
  list.narrow({ [id]: value } as Changes<Filters>)
}

/** The filters that a list makes itself, by ID: of a range, the name without `_from`. Null: none at present. */
export type OwnFilters = Readonly<Record<string, ListFilter | null>>

/**
 * Returns a list's filters in the order of their descriptions (`lib/<feature>/filters.ts`): its own, and the usual one for
 * each other choice and flag. The messages `filters.<name>` are the words of a usual one: `label`, and one for each value.
 */
export function filterChips<Filters extends ParserMap>(
  list: FilterContext<Filters>,
  descriptions: Descriptions,
  own: OwnFilters,
  wordOf: (path: string) => string,
): ListFilter[] {
  return Object.entries(descriptions).flatMap(([name, described]) => {
    const id = name.replace(/_from$/, '')
    const filter =
      id in own ? own[id] : usualFilter(list, name, described, (word) => wordOf(`${name}.${word}`))
    return filter ? [{ isRare: described.isRare, ...filter }] : []
  })
}

function usualFilter<Filters extends ParserMap>(
  list: FilterContext<Filters>,
  id: Name<Filters>,
  described: Filter,
  wordOf: (word: string) => string,
): ListFilter | null {
  if (described.kind === 'flag')
    return yesNoFilter(list, id, {
      label: wordOf('label'),
      texts: { true: wordOf('true'), false: wordOf('false') },
    })
  if (described.kind !== 'choice') return null
  const menu = { label: wordOf('label'), options: optionsOf(described.values, wordOf) }
  return described.isList ? multiFilter(list, id, menu) : singleFilter(list, id, menu)
}

/** A filter with one of several options. */
export function singleFilter<Filters extends ParserMap>(
  list: FilterContext<Filters>,
  id: Name<Filters>,
  { label, options }: Pick<ListFilter, 'label' | 'options'>,
): ListFilter {
  const value: unknown = list.narrowed[id]
  return {
    id,
    label,
    options,
    selected: typeof value === 'string' ? [value] : [],
    onChange: ([chosen]) => put(list, id, chosen ?? null),
  }
}

/** A filter with any number of options. */
export function multiFilter<Filters extends ParserMap>(
  list: FilterContext<Filters>,
  id: Name<Filters>,
  { label, options }: Pick<ListFilter, 'label' | 'options'>,
): ListFilter {
  return {
    id,
    label,
    options,
    isMany: true,
    selected: (list.narrowed[id] ?? []) as readonly string[],
    onChange: (chosen) => put(list, id, chosen.length === 0 ? null : [...chosen]),
  }
}

/** A filter by a condition. The texts name its two sides, in the order of the menu. */
export function yesNoFilter<Filters extends ParserMap>(
  list: FilterContext<Filters>,
  id: Name<Filters>,
  { label, texts }: { label: string; texts: Readonly<Record<'true' | 'false', string>> },
): ListFilter {
  const value: unknown = list.narrowed[id]
  return {
    id,
    label,
    options: Object.entries(texts).map(([side, text]) => ({ value: side, label: text })),
    selected: typeof value === 'boolean' ? [String(value)] : [],
    onChange: ([chosen]) => put(list, id, chosen === undefined ? null : chosen === 'true'),
  }
}

/** A filter that only an address can set, such as a link from a job. It shows while it is set, and can be removed. */
export function removableFilter<Filters extends ParserMap>(
  list: FilterContext<Filters>,
  id: Name<Filters>,
  { label, text }: { label: string; text?: string },
): ListFilter | null {
  const value: unknown = list.narrowed[id]
  if (typeof value !== 'string') return null
  const options = [{ value, label: text ?? value }]
  return { id, label, options, selected: [value], onChange: () => put(list, id, null) }
}

export const optionsOf = <Value extends string>(
  values: readonly Value[],
  labelOf: (value: Value) => string,
): FilterOption[] => values.map((value) => ({ value, label: labelOf(value) }))
