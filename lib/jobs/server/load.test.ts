import { PgDialect } from 'drizzle-orm/pg-core'
import { afterEach, describe, expect, it } from 'vitest'
import type { Role } from '../../core/permissions'
import { taskKinds } from '../schema'
import { taskPermissions } from '../permissions'
import type { ActorContext } from '../../core/server/context'
import { whereSeenBy } from './load'

const seenBy = (role: Role) =>
  new PgDialect().sqlToQuery(whereSeenBy({ actor: { role } } as unknown as ActorContext)).params

describe('tasks that somebody sees', () => {
  const table = { ...taskPermissions }
  afterEach(() => void Object.assign(taskPermissions, table))

  it('are limited to the kinds that the role may order', () => {
    expect(seenBy('manager')).toEqual([...taskKinds])
    expect(seenBy('support')).toEqual([])
    // Today, no role distinguishes the kinds.
    taskPermissions['customers.import'] = { order: 'people.manage', report: 'customers.export' }
    expect(seenBy('owner')).toEqual([...taskKinds])
    expect(seenBy('manager')).toEqual(taskKinds.filter((kind) => kind !== 'customers.import'))
  })
})
