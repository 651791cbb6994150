const extendDays = 30

/** An expiry put off by 30 days, as the gateway writes moments. What has passed is counted from `now` (ms). */
export function extended(expiredAt: string, now: number): string {
  const from = Math.max(Date.parse(expiredAt), now)
  return new Date(from + extendDays * 86_400_000).toISOString().replace(/\.\d+Z$/, '+00:00')
}
