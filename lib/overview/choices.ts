// Separate from the schemas, which the page does not need.

/** The cookie that holds the browser's time zone, for the server. */
export const zoneCookie = 'zone'

export const statisticsPeriods = ['today', 'days7', 'days30', 'days90', 'month', 'custom'] as const
export type StatisticsPeriod = (typeof statisticsPeriods)[number]

export const statisticsSteps = ['hour', 'day', 'week'] as const
export type StatisticsStep = (typeof statisticsSteps)[number]

/** Two years. */
export const longestPeriodDays = 731

/** Range of days that can be chosen. */
const earliestDay = '2000-01-01'
const latestDay = '2099-12-31'

/** Both days included. */
const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00Z`) - Date.parse(`${from}T00:00Z`)) / 86_400_000) + 1

export const isPeriod = (from: string, to: string): boolean =>
  from >= earliestDay && to <= latestDay && from <= to && daysBetween(from, to) <= longestPeriodDays

/** `key` only outside the sandbox, which signs automatically. */
export const firstStepNames = ['shop', 'product', 'payment', 'address', 'key', 'colleague'] as const
export type FirstStepName = (typeof firstStepNames)[number]

/** What the newest notification, or the first reading, says is wrong. */
export const stepProblems = [
  'not_read',
  'credentials_failed',
  'no_evidence',
  'network_outside',
  'signature_failed',
  'no_key',
] as const
export type StepProblem = (typeof stepProblems)[number]
