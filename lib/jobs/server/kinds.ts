import 'server-only'
import { singleton } from '../../db/singleton'
import type { TaskKindName } from '../schema'
import type { Task, TaskRow } from './tables'
import type { ActorContext } from '../../core/server/context'

type TaskKinds = Record<TaskKindName, TaskKind>

/** Set at start-up: the features define what their tasks do, and tasks know no feature. */
export const taskKinds = singleton<TaskKinds>('task-kinds')

/** What a task does. */
export function kindOf({ kind }: Pick<Task, 'kind'>): TaskKind {
  const kinds = taskKinds.get()
  if (!Object.hasOwn(kinds, kind)) throw new Error(`no kind of task is named ${kind}`)
  return kinds[kind as TaskKindName]
}

export type RowErrors = Record<string, string[]>

/** What became of a row. `planned`: nothing, and it can be sent (again). */
export type Outcome = {
  state: 'planned' | 'done' | 'unchanged' | 'failed' | 'skipped' | 'unconfirmed'
  /** Of what was made; of a row that was skipped, who is there already. */
  subject?: string
  errors?: RowErrors
}

type RowWork = {
  task: Task
  row: TaskRow
  /**
   * To be called just before something is sent: notes that it is, and what stood there. @throws Stopped where it
   * must not be sent any more, as the task was cancelled or is another process's by now.
   */
  begin: (before: Record<string, unknown> | null) => Promise<void>
}

/** What a kind of task does; it may be called in any process, again after a crash. */
export type TaskKind = {
  /** Looks at the next rows and says what would be done. False where that were the last. @throws Later */
  planBatch: (context: ActorContext, task: Task) => Promise<boolean>
  /** Before rows are sent, in every turn: what they rest on. @throws Later, GatewayError where that must wait. */
  prepare?: (context: ActorContext, task: Task) => Promise<void>
  /** Does one row. @throws Stopped, GatewayError, AppError `unconfirmed` where it may have happened. */
  send: (context: ActorContext, work: RowWork) => Promise<Outcome>
  /** Finds out what became of a row that was sent by a process that did not live to hear of it. */
  settle: (context: ActorContext, work: Omit<RowWork, 'begin'>) => Promise<Outcome>
  /** Whether a row whose outcome stayed unknown may be sent again, once somebody asks for that. */
  mayRepeat: (row: Pick<TaskRow, 'subject'>) => boolean
}

/** What it rests on is not there yet: the task goes on by itself after so many seconds. */
export class Later extends Error {
  override readonly name = 'Later'
  constructor(readonly seconds: number) {
    super(`to be tried again in ${seconds} s`)
  }
}

/** Nothing more may be sent for this task by this process. */
export class Stopped extends Error {
  override readonly name = 'Stopped'
}
