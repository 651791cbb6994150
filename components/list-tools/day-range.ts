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

export const presetKeys = ['today', 'days7', 'days30', 'year'] as const

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
