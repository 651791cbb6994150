import 'server-only'
import type { Task, TaskRow } from './tables'

/**
 * In a task's order: rows that were sent before then (an instant as text), and are not to be found, may be sent again,
 * because a person said so. What is lost after that is a new question.
 */
export const repeatedBefore = 'repeated_before'

/** Whether a row that makes something, and was not found, may be sent again. */
export function mayBeRepeated({ order }: Pick<Task, 'order'>, { sentAt }: Pick<TaskRow, 'sentAt'>): boolean {
  const before = order[repeatedBefore]
  return typeof before === 'string' && sentAt !== null && sentAt.valueOf() < Date.parse(before)
}
