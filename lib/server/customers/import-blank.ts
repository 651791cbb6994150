import 'server-only'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { importOrder, type ImportOrder } from '../../contracts/import'
import { getTranslator } from '../../i18n/server'
import type { Database } from '../../db/database'
import { countsWith } from '../tasks/counts'
import { isRowOf, isTask } from '../tasks/load'
import { taskRows, tasks, type StoredCounts, type Task, type TaskRow } from '../tables/tasks'
import { fewHave } from './link'
import type { CustomerRow } from './mirror'
import { digitsOf, duplicateDigits, isSamePhone } from './phone'

/** By what rows are these people's. What many customers share says nothing of any of them. */
type People = { ids: string[]; emails: string[]; externalIds: string[]; phones: string[] }
type Found = Pick<TaskRow, 'taskId' | 'position' | 'state' | 'subject' | 'cells'> & { order: Task['order'] }

/**
 * Blanks the rows of imports that are about these people, by the customer's ID, e-mail address, telephone number or
 * ID in the merchant's system, wherever it stands in the row, with the file's samples. What was still to be sent is
 * not sent any more. Before the customers themselves are blanked, as their keys say what is theirs.
 */
export async function blankImportRows(tx: Database, shopId: string, rows: CustomerRow[]): Promise<void> {
  const people = await peopleOf(tx, shopId, rows)
  const found = (await candidates(tx, shopId, people)).filter((row) => isTheirs(row, people))
  const byTask = new Map<string, Found[]>()
  for (const row of found) byTask.set(row.taskId, [...(byTask.get(row.taskId) ?? []), row])
  for (const id of [...byTask.keys()].sort()) await blankIn(tx, { shopId, id }, byTask.get(id) ?? [])
}

async function peopleOf(tx: Database, shopId: string, rows: CustomerRow[]): Promise<People> {
  const keys = await fewHave(tx, shopId, [...new Set(rows.flatMap((row) => row.keys))])
  const of = (kind: string) =>
    keys.flatMap((key) => (key.startsWith(`${kind}:`) ? key.slice(kind.length + 1) : []))
  const endings = of('phone')
  const phones = rows
    .flatMap(({ phone, contact }) => [phone, contact?.phone])
    .filter((phone) => phone != null)
    .filter((phone) => digitsOf(phone).length >= duplicateDigits)
    .filter((phone) => endings.includes(digitsOf(phone).slice(-duplicateDigits)))
  return { ids: rows.map(({ id }) => id), emails: of('email'), externalIds: of('external_id'), phones }
}

/** Rows that may be theirs: in one reading of all that was ever imported, as such texts have no index. */
async function candidates(tx: Database, shopId: string, people: People): Promise<Found[]> {
  const texts = [...people.emails, ...people.externalIds].map((text) => JSON.stringify(text).slice(1, -1))
  const endings = people.phones.map((phone) => `%${digitsOf(phone).slice(-duplicateDigits)}%`)
  const array = (values: string[]) => sql`${sql.param(values)}::text[]`
  return tx
    .select({
      taskId: taskRows.taskId,
      position: taskRows.position,
      state: taskRows.state,
      subject: taskRows.subject,
      cells: taskRows.cells,
      order: tasks.order,
    })
    .from(taskRows)
    .innerJoin(tasks, and(eq(tasks.shopId, taskRows.shopId), eq(tasks.id, taskRows.taskId)))
    .where(
      and(
        eq(tasks.shopId, shopId),
        eq(tasks.kind, 'customers.import'),
        sql`${taskRows.cells} <> '[]'::jsonb`,
        sql`(${taskRows.subject} = ANY(${array(people.ids)})
          OR EXISTS (SELECT 1 FROM unnest(${array(texts)}) one WHERE strpos(lower(${taskRows.cells}::text), lower(one)) > 0)
          OR regexp_replace(replace(${taskRows.cells}::text, '(0)', ''), '[^0-9]', '', 'g') LIKE ANY(${array(endings)}))`,
      ),
    )
}

function isTheirs({ state, subject, cells, order }: Found, people: People): boolean {
  // One that was left out is about somebody like them: what they have in common says whether it is them.
  if (state !== 'skipped' && subject !== null && people.ids.includes(subject)) return true
  const at = importOrder.parse(order).columns.indexOf('external_id')
  const words = (cells ?? []).map((cell) => cell.trim())
  return (
    words.some((word) => people.emails.includes(word.toLowerCase())) ||
    // Elsewhere the same text may be anything.
    people.externalIds.includes(words[at] ?? '') ||
    words.some((word) => isNumber(word) && people.phones.some((phone) => isSamePhone(word, phone)))
  )
}

const isNumber = (word: string): boolean => digitsOf(word).length >= duplicateDigits

/** States of rows of which something could still be sent. */
const open = ['pending', 'planned', 'invalid', 'failed'] as const
const isOpen = (state: TaskRow['state']): state is (typeof open)[number] => open.some((one) => one === state)

/** Blanks rows of one task. The task first, as whoever plans or adds rows does. */
async function blankIn(tx: Database, task: { shopId: string; id: string }, found: Found[]): Promise<void> {
  const [held] = await tx.select().from(tasks).where(isTask(task)).for('update')
  if (!held) return
  const positions = found.map(({ position }) => position)
  const isOne = and(isRowOf(task), inArray(taskRows.position, positions))
  const before = await tx.select({ state: taskRows.state }).from(taskRows).where(isOne).for('update')
  await tx
    .update(taskRows)
    .set({
      state: sql`CASE WHEN ${inArray(taskRows.state, [...open])} THEN 'skipped' ELSE ${taskRows.state} END`,
      change: {},
      before: null,
      cells: [],
      errors: { base: [getTranslator('taskReasons')('customer_blanked')] },
    })
    .where(isOne)
  const firsts = await tx
    .select({ position: taskRows.position })
    .from(taskRows)
    .where(isRowOf(task))
    .orderBy(taskRows.position)
    .limit(importOrder.parse(held.order).sample.length)
  const isBlank = firsts.map(({ position }) => positions.includes(position))
  await tx
    .update(tasks)
    .set({ order: { ...held.order, ...withoutThem(held.order, { found, isBlank }) }, counts: moved(before) })
    .where(isTask(task))
}

/** What the order shows of the file. `isBlank`: of its first rows, which. */
function withoutThem(
  given: Task['order'],
  { found, isBlank }: { found: Found[]; isBlank: boolean[] },
): Partial<ImportOrder> {
  const { sample, example } = importOrder.parse(given)
  const isShown = example && found.some(({ cells }) => cells?.some((cell) => cell.includes(example)))
  return {
    sample: sample.map((cells, at) => (isBlank[at] ? [] : cells)),
    ...(isShown && { example: '•••' }),
  }
}

/** The task's counts, as what was open was left out. */
function moved(before: { state: TaskRow['state'] }[]) {
  const delta: Partial<StoredCounts> = {}
  for (const { state } of before.filter((row) => isOpen(row.state))) {
    delta[state] = (delta[state] ?? 0) - 1
    delta.skipped = (delta.skipped ?? 0) + 1
  }
  return Object.keys(delta).length === 0 ? undefined : countsWith(delta)
}
