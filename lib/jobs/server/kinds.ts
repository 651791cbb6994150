import 'server-only'
import { singleton } from '../../db/singleton'
import type { TaskKindName } from '../schema'
import type { Task } from './tables'
import type { TaskKind } from './kind'

export type TaskKinds = Record<TaskKindName, TaskKind>

/** Set at start-up: the features define what their tasks do, and tasks know no feature. */
export const taskKinds = singleton<TaskKinds>('task-kinds')

/** What a task does. */
export function kindOf({ kind }: Pick<Task, 'kind'>): TaskKind {
  const kinds = taskKinds.get()
  if (!Object.hasOwn(kinds, kind)) throw new Error(`no kind of task is named ${kind}`)
  return kinds[kind as TaskKindName]
}
