import 'server-only'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { getTranslator } from '../../../core/i18n/server'
import type { ShopContext } from '../../../core/server/context'
import { digitsOf, duplicateDigits, isSamePhone } from '../../../core/phone'
import type { Database } from '../../../db/database'
import { customerCreate } from '../../../gateway/customers/customer'
import { importOrder, type ImportColumns, type ImportOrder } from '../../../jobs/import'
import { countsWith } from '../../../jobs/server/counts'
import { whereRowOf, whereJob, withNotes } from '../../../jobs/server/load'
import { jobRows, jobs, type StoredCounts, type Job, type JobRow } from '../../../jobs/server/tables'
import { customerIdKey, inRows, isNumber } from './import-duplicates'
import { identifyingKeys } from '../merging/link'
import type { CustomerRow } from '../reading/mirror'
import { lostKeys } from './lost-creates'

/** What identifies the people to anonymise. Leaves out keys that too many customers share. */
type People = {
  ids: string[]
  keys: string[]
  emails: string[]
  externalIds: string[]
  phones: string[]
}
type Found = Pick<JobRow, 'jobId' | 'position' | 'state' | 'subject' | 'cells'> & { columns: ImportColumns }

/**
 * Anonymises import rows about these customers: rows with the customer ID, with the e-mail address or phone number in
 * any cell, or with the merchant's ID in its own column. Sets their unsent rows to `skipped`. Also removes these people
 * from the file's name, header, sample and example, which the job shows. Call before the customers' keys are removed.
 */
export async function anonymiseImportRows(
  tx: Database,
  context: ShopContext,
  rows: CustomerRow[],
): Promise<void> {
  const shopId = context.shop.id
  const people = await peopleOf(tx, shopId, rows)
  const found = (await candidates(tx, shopId, people)).filter((row) => isTheirs(row, people))
  const byJob = new Map<string, Found[]>((await labelled(tx, shopId, people)).map((id) => [id, []]))
  for (const row of found) byJob.set(row.jobId, [...(byJob.get(row.jobId) ?? []), row])
  for (const id of [...byJob.keys()].sort()) {
    await anonymiseIn(tx, context, { id, found: byJob.get(id) ?? [], people })
  }
}

async function peopleOf(tx: Database, shopId: string, rows: CustomerRow[]): Promise<People> {
  const keys = await identifyingKeys(tx, shopId, [...new Set(rows.flatMap((row) => row.keys))])
  const of = (kind: string) =>
    keys.flatMap((key) => (key.startsWith(`${kind}:`) ? key.slice(kind.length + 1) : []))
  const endings = of('phone')
  const phones = rows
    .flatMap(({ phone, contact }) => [phone, contact?.phone])
    .filter((phone) => phone != null)
    .filter((phone) => digitsOf(phone).length >= duplicateDigits)
    .filter((phone) => endings.includes(digitsOf(phone).slice(-duplicateDigits)))
  return {
    ids: rows.map(({ id }) => id),
    keys: keys.filter((key) => !key.startsWith('tracking_id:')),
    emails: of('email'),
    externalIds: of('external_id'),
    phones,
  }
}

async function candidates(tx: Database, shopId: string, people: People): Promise<Found[]> {
  const array = (values: string[]) => sql`${sql.param(values)}::text[]`
  const { rows } = await tx.execute<Found>(sql`
    WITH named AS (
      SELECT shop_id, task_id, position FROM (
        SELECT shop_id, task_id, position FROM ${jobRows}
        WHERE ${jobRows.keys} && (SELECT ${array([...inRows(people.keys), ...people.ids.map(customerIdKey)])})::text[] OFFSET 0) having_it
      WHERE shop_id = ${shopId}
      UNION
      SELECT about.* FROM ${jobs} CROSS JOIN LATERAL (
        SELECT shop_id, task_id, position FROM ${jobRows}
        WHERE ${jobRows.shopId} = ${jobs.shopId} AND ${jobRows.jobId} = ${jobs.id}
          AND ${jobRows.subject} = ANY(${array(people.ids)}) OFFSET 0) about
      WHERE ${whereImportOf(shopId)}
    )
    SELECT r.task_id AS "jobId", r.position, r.state, r.subject, r.cells, ${jobs.order}->'columns' AS columns
    FROM named JOIN ${jobRows} r USING (shop_id, task_id, position)
      JOIN ${jobs} ON ${jobs.shopId} = r.shop_id AND ${jobs.id} = r.task_id
    WHERE ${whereImportOf(shopId)} AND r.cells <> '[]'::jsonb`)
  return rows
}

const whereImportOf = (shopId: string) =>
  and(eq(jobs.shopId, shopId), inArray(jobs.kind, ['customers.import', 'checkouts.import']))

/** Returns the IDs of imports whose header or file name identifies them. Reads all imports, as no index fits. */
async function labelled(tx: Database, shopId: string, people: People): Promise<string[]> {
  const { order } = jobs
  const files = await tx
    .select({ id: jobs.id, name: sql<string>`${order}->>'name'`, header: sql<string[]>`${order}->'header'` })
    .from(jobs)
    .where(whereImportOf(shopId))
  return files
    .filter(({ name, header }) => isNamed(name, people) || hasAddressOrNumber(header, people))
    .map(({ id }) => id)
}

function isTheirs({ state, subject, cells, columns }: Found, people: People): boolean {
  // A skipped row may be about a similar person, so its cells decide.
  if (state !== 'skipped' && subject !== null && people.ids.includes(subject)) return true
  // Looks for IDs only in their own column: elsewhere, the same text may mean anything.
  const cellOf = (column: string) => (cells?.[columns.indexOf(column)] ?? '').trim()
  return (
    hasAddressOrNumber(cells ?? [], people) ||
    people.externalIds.includes(cellOf('external_id')) ||
    people.ids.includes(cellOf('customer_id'))
  )
}

const hasAddressOrNumber = (cells: readonly string[], people: People): boolean =>
  cells
    .map((cell) => cell.trim())
    .some(
      (word) =>
        people.emails.includes(word.toLowerCase()) ||
        (isNumber(word) && people.phones.some((phone) => isSamePhone(word, phone))),
    )

const isNamed = (name: string, people: People): boolean =>
  people.emails.some((email) => name.toLowerCase().includes(email)) ||
  people.phones.some((phone) => digitsOf(name).includes(digitsOf(phone)))

const open = ['pending', 'planned', 'invalid', 'failed'] as const
const isOpen = (state: JobRow['state']): state is (typeof open)[number] => open.some((one) => one === state)

type Anonymised = { found: Found[]; people: People }

/** Anonymises one job. Locks the job before its rows, as planning and adding rows do. */
async function anonymiseIn(
  tx: Database,
  context: ShopContext,
  { id, found, people }: Anonymised & { id: string },
): Promise<void> {
  const job = { shopId: context.shop.id, id }
  const [held] = await tx.select().from(jobs).where(whereJob(job)).for('update')
  if (!held) return
  const positions = found.map(({ position }) => position)
  const whereThese = and(whereRowOf(job), inArray(jobRows.position, positions))
  const before = await tx.select().from(jobRows).where(whereThese).for('update')
  await tx
    .update(jobRows)
    .set({
      state: sql`CASE WHEN ${inArray(jobRows.state, [...open])} THEN 'skipped' ELSE ${jobRows.state} END`,
      change: {},
      before: null,
      cells: [],
      keys: null,
      errors: { base: [getTranslator('jobReasons')('customer_anonymised')] },
    })
    .where(whereThese)
  if (held.kind === 'customers.import') await markLost(tx, context, before)
  const firsts = await tx
    .select({ position: jobRows.position })
    .from(jobRows)
    .where(whereRowOf(job))
    .orderBy(jobRows.position)
    .limit(importOrder.parse(held.order).sample.length)
  const anonymised = firsts.map(({ position }) => positions.includes(position))
  await tx
    .update(jobs)
    .set({
      order: withNotes(withoutThem(held.order, { found, people, anonymised })),
      counts: skippedCounts(before),
    })
    .where(whereJob(job))
}

/** Marks rows whose request may have created a customer. When the gateway lists it, `takeLost` finds it by the mark. */
async function markLost(tx: Database, context: ShopContext, rows: JobRow[]): Promise<void> {
  for (const { shopId, jobId, position, state, subject, change } of rows) {
    const { data: sent } = customerCreate.safeParse(change)
    if ((state !== 'sending' && state !== 'unconfirmed') || subject !== null || !sent) continue
    await tx
      .update(jobRows)
      .set({ keys: lostKeys(context, sent) })
      .where(and(whereRowOf({ shopId, id: jobId }), eq(jobRows.position, position)))
  }
}

const hidden = '•••'

/** Returns what the job shows of the file, without these people. `anonymised`: for each sample row, whether it was. */
function withoutThem(
  given: Job['order'],
  { found, people, anonymised }: Anonymised & { anonymised: boolean[] },
): Partial<ImportOrder> {
  const { sample, example, header, name } = importOrder.parse(given)
  const isShown = example ? found.some(({ cells }) => cells?.some((cell) => cell.includes(example))) : false
  return {
    sample: sample.map((cells, at) => (anonymised[at] ? [] : cells)),
    ...(isShown && { example: hidden }),
    // If the file has no header, this is its first row.
    ...(hasAddressOrNumber(header, people) && { header: header.map(() => hidden) }),
    ...(isNamed(name, people) && { name: hidden }),
  }
}

function skippedCounts(before: { state: JobRow['state'] }[]) {
  const delta: Partial<StoredCounts> = {}
  for (const { state } of before.filter((row) => isOpen(row.state))) {
    delta[state] = (delta[state] ?? 0) - 1
    delta.skipped = (delta.skipped ?? 0) + 1
  }
  return Object.keys(delta).length === 0 ? undefined : countsWith(delta)
}
