import { and, eq, isNotNull } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { onEachEngine } from '../../db/testing-engines'
import { recordActivity } from '../../core/server/activity/record'
import type { Allowance } from '../../core/permissions'
import { authorise } from '../../core/server/auth/access'
import type { ActorContext } from '../../core/server/context'
import { openLog } from '../../core/server/log/log'
import { shopsOf } from '../../core/server/shop/load'
import { activity } from '../../core/server/tables/requests'
import { apiTokens } from '../../core/server/tables/api-tokens'
import { emailChanges, memberships, users } from '../../core/server/tables/users'
import { changeRole, disablePerson, enablePerson, endPersonsSessions } from './people'
import { inviteToShop, listInvitations } from './invitations'
import { codeOf, openPeopleOffice, type PeopleOffice } from './testing-people'

onEachEngine('what an owner changes of a shop', (kind) => {
  let office: PeopleOffice
  let context: ActorContext
  beforeAll(async () => {
    office = await openPeopleOffice(kind)
    context = office.context
  })
  afterAll(() => office.dispose())
  beforeEach(() => office.reset())

  const memberOf = (userId: string) =>
    office.engine.db
      .select()
      .from(memberships)
      .where(and(eq(memberships.shopId, context.shop.id), eq(memberships.userId, userId)))
      .then(([row]) => row)
  const enters = (person: { userId: string; email: string; name: string }, shop = context.shop.id) =>
    codeOf(authorise(person, shop, 'shop.read', context.log))

  it('gives another role, and notes both', async () => {
    const person = await office.insertPerson(context.shop.id, 'support')
    expect(await changeRole(context, person.userId, { role: 'manager' })).toMatchObject({
      id: person.userId,
      role: 'manager',
    })
    await changeRole(context, person.userId, { role: 'manager' })
    expect(await office.entries()).toEqual([
      {
        action: 'person.role_changed',
        actorId: context.actor.userId,
        subject: person.userId,
        detail: { from: 'support', to: 'manager' },
      },
    ])
  })

  it('allows a person more than the role, and records it before and after', async () => {
    const person = await office.insertPerson(context.shop.id, 'viewer')
    const change = (role: 'viewer' | 'manager', allowances: Allowance[]) =>
      changeRole(context, person.userId, { role, allowances })
    expect(await change('viewer', ['replay', 'personal_data'])).toMatchObject({
      role: 'viewer',
      allowances: ['personal_data', 'replay'],
    })
    await change('viewer', ['personal_data', 'replay'])
    // A manager has it all: nothing is kept for when they stop being a manager.
    expect(await change('manager', ['personal_data'])).toMatchObject({ role: 'manager', allowances: [] })
    expect((await office.entries()).map(({ detail }) => detail)).toEqual([
      { from: 'viewer', to: 'viewer', allowed_before: [], allowed: ['personal_data', 'replay'] },
      { from: 'viewer', to: 'manager', allowed_before: ['personal_data', 'replay'], allowed: [] },
    ])
  })

  it('changes nothing for a request of somebody who was demoted meanwhile', async () => {
    const [person, demoted] = [
      await office.insertPerson(context.shop.id, 'support'),
      await office.insertPerson(context.shop.id, 'owner'),
    ]
    await changeRole(context, demoted.userId, { role: 'support' })
    const late = { ...context, actor: demoted }
    const changes = [
      () => changeRole(late, person.userId, { role: 'owner' }),
      () => disablePerson(late, person.userId),
      () => enablePerson(late, person.userId),
      () => endPersonsSessions(late, person.userId),
    ]
    for (const change of changes) expect(await codeOf(change())).toBe('forbidden')
    expect(await memberOf(person.userId)).toMatchObject({ role: 'support', disabledAt: null })
  })

  it('keeps allowances within their shop', async () => {
    const person = await office.insertPerson(context.shop.id, 'viewer')
    const other = await office.insertShop(`shop-${crypto.randomUUID()}`)
    await office.engine.db
      .insert(memberships)
      .values({ shopId: other.id, userId: person.userId, role: 'viewer' })
    await changeRole(context, person.userId, { role: 'viewer', allowances: ['checkouts', 'personal_data'] })
    const here = await authorise(person, context.shop.id, 'checkouts.create', context.log)
    expect(here.actor.allowances).toEqual(['checkouts', 'personal_data'])
    expect(await codeOf(authorise(person, other.id, 'checkouts.create', context.log))).toBe('forbidden')
  })

  it('takes this shop away and gives it back, and no other', async () => {
    const person = await office.insertPerson(context.shop.id, 'support')
    const other = await office.insertShop(`shop-${crypto.randomUUID()}`)
    await office.engine.db
      .insert(memberships)
      .values({ shopId: other.id, userId: person.userId, role: 'owner' })
    expect(await disablePerson(context, person.userId)).toMatchObject({ state: 'disabled' })
    expect(await enters(person)).toBe('not_found')
    expect(await enters(person, other.id)).toBe('done')
    expect((await shopsOf(person.userId)).map(({ id }) => id)).toEqual([other.id])
    expect(await codeOf(endPersonsSessions(context, person.userId))).toBe('conflict')
    await disablePerson(context, person.userId)
    expect(await enablePerson(context, person.userId)).toMatchObject({ state: 'active', role: 'support' })
    expect(await enters(person)).toBe('done')
    expect((await office.entries()).map(({ action }) => action)).toEqual([
      'person.disabled',
      'access.refused',
      'person.enabled',
    ])
  })

  it('logs every refusal and reveal, and records repeated ones once', async () => {
    const lines: string[] = []
    openLog('info', { write: (line) => void lines.push(line) })
    const person = { ...(await office.insertPerson(context.shop.id, 'support')), address: '192.0.2.7' }
    const asks = () => codeOf(authorise(person, context.shop.id, 'people.manage', context.log))
    for (const _time of [1, 2, 3]) expect(await asks()).toBe('forbidden')
    const actor = { ...person, role: 'support' as const }
    await recordActivity(
      office.engine.db,
      { ...context, actor },
      { action: 'customer.revealed', subject: 'c-1' },
    )
    const of = { account: person.email, user: person.userId, shop: context.shop.id, address: '192.0.2.7' }
    const refused = { ...of, event: 'access.refused', reason: 'people.manage' }
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      refused,
      refused,
      refused,
      { ...of, event: 'customer.revealed', subject: 'c-1' },
    ])
    openLog('warn')
    expect(await office.entries()).toMatchObject([
      {
        action: 'access.refused',
        actorId: person.userId,
        subject: person.userId,
        address: '192.0.2.7',
        detail: { reason: 'people.manage' },
      },
      { action: 'customer.revealed', actorId: person.userId, subject: 'c-1', address: '192.0.2.7' },
    ])
  })

  it('revokes open invitations of people who may no longer invite', async () => {
    const person = { ...(await office.insertPerson(context.shop.id, 'owner')), role: 'owner' as const }
    const inviteAs = (actor: ActorContext['actor'], email: string) =>
      inviteToShop({ ...context, actor }, { email, name: 'X', role: 'owner' })
    const left = async () => (await listInvitations(context)).items.map(({ email }) => email).sort()
    await inviteAs(context.actor, 'a@b')
    await inviteAs(person, 'c@d')
    await changeRole(context, person.userId, { role: 'manager' })
    expect(await left()).toEqual(['a@b'])
    await changeRole(context, person.userId, { role: 'owner' })
    await inviteAs(person, 'e@f')
    await disablePerson(context, person.userId)
    expect(await left()).toEqual(['a@b'])
  })

  it('revokes the tokens that a disabled person made for themselves here, for good', async () => {
    const { db } = office.engine
    const { userId } = await office.insertPerson(context.shop.id)
    const other = await office.insertShop(`shop-${crypto.randomUUID()}`)
    const insert = (shopId: string, type: 'personal' | 'service', holder = userId) => {
      const made = { createdBy: userId, name: 'Report', start: 'x', scopes: [], expiresAt: new Date() }
      const token = { id: crypto.randomUUID(), tokenHash: Buffer.from(crypto.randomUUID()) }
      return db.insert(apiTokens).values({ shopId, kind: type, userId: holder, ...token, ...made })
    }
    await insert(context.shop.id, 'personal')
    await insert(context.shop.id, 'personal', context.actor.userId)
    await insert(context.shop.id, 'service')
    await insert(other.id, 'personal')
    await disablePerson(context, userId)
    await enablePerson(context, userId)
    const revoked = await db.select().from(apiTokens).where(isNotNull(apiTokens.revokedAt))
    expect(
      revoked.map(({ shopId, kind: what, userId: holder, revokedBy }) => [shopId, what, holder, revokedBy]),
    ).toEqual([[context.shop.id, 'personal', userId, context.actor.userId]])
    expect((await office.entries()).map(({ action }) => action)).toEqual([
      'api_token.revoked',
      'person.disabled',
      'person.enabled',
    ])
    await db.delete(apiTokens)
  })

  it('ends all sessions of a person, and voids the link that would change their e-mail', async () => {
    const { db } = office.engine
    const person = await office.insertPerson(context.shop.id)
    const other = await office.insertPerson(context.shop.id)
    for (const { userId } of [person, other]) {
      const link = { tokenHash: Buffer.from(userId), email: 'new@shop.example', expiresAt: new Date() }
      await db.insert(emailChanges).values({ userId, ...link })
    }
    await endPersonsSessions(context, person.userId)
    expect((await db.select().from(emailChanges)).map(({ userId }) => userId)).toEqual([other.userId])
    await db.delete(emailChanges)
    const [row] = await db.select().from(users).where(eq(users.id, person.userId))
    expect(row?.sessionVersion).toBe(2)
    expect((await office.entries()).map(({ action }) => action)).toEqual(['person.sessions_ended'])
  })

  it('finds nobody of another shop', async () => {
    const stranger = await office.insertPerson(null)
    for (const id of [stranger.userId, 'x', '']) {
      expect(await codeOf(disablePerson(context, id))).toBe('not_found')
      expect(await codeOf(endPersonsSessions(context, id))).toBe('not_found')
      expect(await codeOf(changeRole(context, id, { role: 'owner' }))).toBe('not_found')
    }
    expect(await office.entries()).toEqual([])
  })

  it('keeps the last active owner', async () => {
    const { userId } = context.actor
    const disabled = await office.insertPerson(context.shop.id, 'owner')
    await disablePerson(context, disabled.userId)
    const locked = await office.insertPerson(context.shop.id, 'owner')
    await office.engine.db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, locked.userId))
    expect(await codeOf(disablePerson(context, userId))).toBe('last_owner')
    expect(await codeOf(changeRole(context, userId, { role: 'manager' }))).toBe('last_owner')
    expect(await memberOf(userId)).toMatchObject({ role: 'owner', disabledAt: null })
    const successor = await office.insertPerson(context.shop.id, 'owner')
    expect(await codeOf(changeRole(context, userId, { role: 'manager' }))).toBe('done')
    await changeRole({ ...context, actor: successor }, userId, { role: 'owner' })
  })

  it('keeps one owner of two who demote each other at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const other = await office.insertPerson(context.shop.id, 'owner')
      const codes = await Promise.all([
        codeOf(changeRole(context, other.userId, { role: 'support' })),
        codeOf(disablePerson({ ...context, actor: { ...other, role: 'owner' } }, context.actor.userId)),
      ])
      expect(codes.toSorted()).toEqual(['done', 'forbidden'])
      await office.engine.db
        .update(memberships)
        .set({ disabledAt: null })
        .where(eq(memberships.userId, context.actor.userId))
      await office.engine.db.delete(activity)
      await office.engine.db.delete(memberships).where(eq(memberships.userId, other.userId))
    }
  })
})
