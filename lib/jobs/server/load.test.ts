import { PgDialect } from 'drizzle-orm/pg-core'
import { afterEach, describe, expect, it } from 'vitest'
import type { Role } from '../../core/permissions'
import { jobKinds } from '../schema'
import { jobPermissions } from '../permissions'
import type { ActorContext } from '../../core/server/context'
import { whereSeenBy } from './load'

const seenBy = (role: Role) =>
  new PgDialect().sqlToQuery(whereSeenBy({ actor: { role } } as unknown as ActorContext)).params

describe('jobs that somebody sees', () => {
  const table = { ...jobPermissions }
  afterEach(() => void Object.assign(jobPermissions, table))

  it('are limited to the kinds that the role may order', () => {
    expect(seenBy('manager')).toEqual([...jobKinds])
    expect(seenBy('support')).toEqual([])
    // Today, no role distinguishes the kinds.
    jobPermissions['customers.import'] = { order: 'people.manage', report: 'customers.export' }
    expect(seenBy('owner')).toEqual([...jobKinds])
    expect(seenBy('manager')).toEqual(jobKinds.filter((kind) => kind !== 'customers.import'))
  })
})
