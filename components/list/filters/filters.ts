import type { ParserMap } from 'nuqs'
import type { FilterOption, ListFilter } from '../../data-table/filter-bar'
import type { FilterContext } from '../define-list'

type Name<Filters extends ParserMap> = keyof Filters & string
type Changes<Filters extends ParserMap> = Parameters<FilterContext<Filters>['narrow']>[0]

/** Sets one filter, or clears it with null. */
function put<Filters extends ParserMap>(list: FilterContext<Filters>, id: Name<Filters>, value: unknown) {
  // The menu returns only the filter's own options.
  list.narrow({ [id]: value } as Changes<Filters>)
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
): ListFilter[] {
  const value: unknown = list.narrowed[id]
  if (typeof value !== 'string') return []
  const options = [{ value, label: text ?? value }]
  return [{ id, label, options, selected: [value], onChange: () => put(list, id, null) }]
}

export const optionsOf = <Value extends string>(
  values: readonly Value[],
  labelOf: (value: Value) => string,
): FilterOption[] => values.map((value) => ({ value, label: labelOf(value) }))
