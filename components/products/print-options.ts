import type { Route } from 'next'

/** The maximum number of tickets on a sheet. Each QR code is some thousand characters of SVG. */
export const maxTickets = 200

export const printColumns = [1, 2, 3] as const
export const printLinks = ['pay', 'confirm'] as const

export interface PrintOptions {
  ids: readonly string[]
  link: (typeof printLinks)[number]
  columns: (typeof printColumns)[number]
}

type Query = Record<string, string | string[] | undefined>

/**
 * Parses the URL: `ids` separated by commas, at most {@link maxTickets}. A single product is printed large.
 */
export function printOptions({ ids, link, columns }: Query): PrintOptions & { asked: number } {
  const text = Array.isArray(ids) ? ids.join(',') : (ids ?? '')
  const all = [...new Set(text.split(',').filter((id) => id !== ''))]
  return {
    asked: all.length,
    ids: all.slice(0, maxTickets),
    link: printLinks.find((one) => one === link) ?? 'pay',
    columns: printColumns.find((one) => String(one) === columns) ?? (all.length === 1 ? 1 : 3),
  }
}

export function printHref(shop: string, { ids, link, columns }: Partial<PrintOptions>): Route {
  const query = new URLSearchParams({ ids: (ids ?? []).slice(0, maxTickets).join(',') })
  if (link) query.set('link', link)
  if (columns) query.set('columns', String(columns))
  return `/shops/${shop}/products/print?${query}` as Route
}
