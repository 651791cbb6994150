import 'server-only'
import type { TaskKindName } from '../../contracts/task'
import { checkoutTasks } from '../checkouts/task-kinds'
import { customerTasks } from '../customers/task-kinds'
import { productTasks } from '../products/task-kinds'
import type { Task } from '../tables/tasks'
import type { TaskKind } from './kind'

const kinds: Record<TaskKindName, TaskKind> = { ...productTasks, ...customerTasks, ...checkoutTasks }

/** What a task does. */
export function kindOf({ kind }: Pick<Task, 'kind'>): TaskKind {
  if (!Object.hasOwn(kinds, kind)) throw new Error(`no kind of task is named ${kind}`)
  return kinds[kind as TaskKindName]
}
