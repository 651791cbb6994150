import 'server-only'

type Made = { id: string; startedAt: Date }

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** The Monday of its week. */
function weekOf(at: Date): string {
  const day = new Date(at)
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
  return dayOf(day)
}

/**
 * Returns those that need not be kept: all but the newest of each of the last `daily` days and `weekly` weeks that have
 * one (UTC). The newest of all is always kept.
 */
export function outdatedBackups<Backup extends Made>(
  made: readonly Backup[],
  { daily, weekly }: { daily: number; weekly: number },
): Backup[] {
  const newestFirst = made.toSorted((one, other) => other.startedAt.getTime() - one.startedAt.getTime())
  const kept = new Set(newestFirst.slice(0, 1).map(({ id }) => id))
  for (const [most, periodOf] of [
    [daily, dayOf],
    [weekly, weekOf],
  ] as const) {
    const seen = new Set<string>()
    for (const { id, startedAt } of newestFirst) {
      const period = periodOf(startedAt)
      if (seen.has(period) || seen.size >= most) continue
      seen.add(period)
      kept.add(id)
    }
  }
  return newestFirst.filter(({ id }) => !kept.has(id))
}
