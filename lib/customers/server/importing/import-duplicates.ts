import 'server-only'
import { sql } from 'drizzle-orm'
import { getTranslator } from '../../../core/i18n/server'
import type { ActorContext } from '../../../core/server/context'
import { digitsOf, isSamePhone, duplicateDigits } from '../../../core/phone'
import type { ImportDuplicates } from '../../../jobs/import'
import type { Batch, Plan } from '../../../jobs/server/imports/kind'
import { countDuplicates } from '../../../jobs/server/imports/duplicates'
import type { RowErrors } from '../../../jobs/server/kinds'
import { whereRowOf } from '../../../jobs/server/load'
import { jobRows, type Job } from '../../../jobs/server/tables'
import type { DuplicateReason } from '../merging/duplicates'
import { plannedCustomer } from './import-row'
import { duplicateKeys } from '../keys'

type First = { position: number; phone: string | null }

const isPhone = (key: string): boolean => key.startsWith('phone:')
const reasonOf = (key: string) => key.slice(0, key.indexOf(':')) as DuplicateReason

type RowsToMark = {
  plans: Plan[]
  /** Rows of customers that the shop already has. */
  existing: ReadonlySet<Plan>
}

/**
 * Skips rows that duplicate an earlier row of the file. Only warns if duplicates are to be created, or if only the phone
 * number is the same. `plans`: rows that create a customer, also those for which the shop already has one. Marks the
 * keys that no earlier row has (`asFirst`), so that rows of later batches find this row.
 */
export async function markDuplicates(
  context: ActorContext,
  { job, order }: Pick<Batch, 'job' | 'order'>,
  { plans, existing: known }: RowsToMark,
): Promise<ImportDuplicates> {
  const keysOf = new Map(plans.map((plan) => [plan, keysIn(plan)]))
  const firsts = await earlierRows(context, job, plans[0]?.position ?? 0, [...keysOf.values()].flat())
  const [existing, inFile]: [number[], number[]] = [[], []]
  for (const [plan, keys] of keysOf) {
    const { phone = null } = plannedCustomer(plan)
    const alike = keys.flatMap((key) => {
      const same = (firsts.get(key) ?? []).filter((one) => !isPhone(key) || isSamePhone(one.phone, phone))
      return same.length > 0 ? [{ key, first: Math.min(...same.map(({ position }) => position)) }] : []
    })
    const isSame = alike.some(({ key }) => !isPhone(key))
    if (known.has(plan)) existing.push(plan.position)
    else if (isSame) {
      inFile.push(plan.position)
      const isMade = order.with_existing
      const errors = isMade ? mergeReasons(plan.errors, reasonFor(alike)) : reasonFor(alike)
      Object.assign(plan, { state: isMade ? 'planned' : 'skipped', errors })
    } else if (alike.length > 0) plan.errors = mergeReasons(plan.errors, sharedPhone(alike))
    const isFirst = (key: string) =>
      !firsts.get(key)?.some((one) => !isPhone(key) || digitsOf(one.phone) === digitsOf(phone))
    const leading = keys.filter(isFirst)
    for (const key of leading)
      firsts.set(key, [...(firsts.get(key) ?? []), { position: plan.position, phone }])
    const others = (plan.keys ?? []).filter((key) => !leading.includes(key))
    plan.keys = [...others, ...leading.map(asFirst)]
  }
  return countDuplicates({ existing, inFile })
}

function keysIn(plan: Plan): string[] {
  const { email, phone, external_id: externalId } = plannedCustomer(plan)
  return duplicateKeys({ email, phone, externalId })
}

export function mergeReasons(one: RowErrors | null, other: RowErrors | null): RowErrors | null {
  if (!one || !other) return one ?? other
  return { ...one, ...other, base: [...(one.base ?? []), ...(other.base ?? [])] }
}

type Alike = { key: string; first: number }[]

function sharedPhone(alike: Alike): RowErrors {
  const position = String(Math.min(...alike.map(({ first }) => first)))
  return { base: [getTranslator('jobReasons')('customer_row_shares_phone', { position })] }
}

function reasonFor(alike: Alike) {
  const words = getTranslator('customers.reasons')
  const position = Math.min(...alike.filter(({ key }) => !isPhone(key)).map(({ first }) => first))
  const reasons = (['email', 'phone', 'external_id'] as const).filter((reason) =>
    alike.some(({ key, first }) => first === position && reasonOf(key) === reason),
  )
  const values = { position: String(position), reasons: reasons.map((reason) => words(reason)).join(', ') }
  return { base: [getTranslator('jobReasons')('customer_in_file', values)] }
}

/** Returns, by key, the rows before this position that were the first with the key. */
async function earlierRows({ engine }: ActorContext, job: Job, before: number, keys: string[]) {
  const firsts = new Map<string, First[]>()
  if (keys.length === 0) return firsts
  const wanted = new Map(keys.map((key) => [asFirst(key), key]))
  // Looks up each key separately by the index of keys (OFFSET 0): looking up 1,500 keys together (&&) takes seconds.
  const { rows } = await engine.db.execute<First & { keys: string[] }>(sql`
    SELECT DISTINCT ON (position) position, keys, change->>'phone' AS phone
    FROM unnest(${sql.param([...wanted.keys()])}::text[]) wanted (key) CROSS JOIN LATERAL (
      SELECT shop_id, task_id, position, keys, change FROM ${jobRows}
      WHERE ${jobRows.keys} @> ARRAY[wanted.key] OFFSET 0) ${jobRows}
    WHERE ${whereRowOf(job)} AND ${jobRows.position} < ${before}`)
  for (const { keys: own, ...first } of rows)
    for (const one of own) {
      const key = wanted.get(one)
      if (key !== undefined) firsts.set(key, [...(firsts.get(key) ?? []), first])
    }
  return firsts
}

/** Prefix of a key in the first row of a file that has it. Later rows look up only that row. */
const firstOf = 'first:'
const asFirst = (key: string): string => firstOf + key
/** The forms in which rows have these keys. */
export const inRows = (keys: readonly string[]): string[] => keys.flatMap((key) => [key, asFirst(key)])

export const customerIdKey = (id: string): string => `customer_id:${id}`

/** E-mail addresses and IPv4 addresses are not phone numbers, even with as many digits. */
const isOther = (word: string): boolean => word.includes('@') || /^\d{1,3}(\.\d{1,3}){3}$/.test(word)
export const isNumber = (word: string): boolean => !isOther(word) && digitsOf(word).length >= duplicateDigits

/**
 * Returns a row's keys (keys.ts), by which anonymising finds it. Takes e-mail addresses and phone numbers from any cell,
 * because columns may be mapped wrongly. Takes an ID only from its own column: elsewhere, the text may mean anything.
 */
export function rowKeys(cells: readonly string[], columns: readonly (string | null)[]): string[] {
  const words = cells.map((cell) => cell.trim())
  const own = words.flatMap((word) => [
    ...(word.includes('@') ? duplicateKeys({ email: word }) : []),
    ...(isNumber(word) ? duplicateKeys({ phone: word }) : []),
  ])
  return [...new Set([...own, ...duplicateKeys({ externalId: words[columns.indexOf('external_id')] })])]
}
