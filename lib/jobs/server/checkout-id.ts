import 'server-only'
import { v5 as uuidv5 } from 'uuid'
import type { TaskRow } from './tables'

/** The checkout that a row of an import makes: whoever takes the row up again knows which one that is. */
export const checkoutIdOf = ({ taskId, position }: Pick<TaskRow, 'taskId' | 'position'>): string =>
  uuidv5(String(position), taskId)
