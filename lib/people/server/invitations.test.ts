import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Role } from '../../core/permissions'
import { hashOfToken } from '../../core/server/accounts/secret-token'
import { signIn } from '../../core/server/accounts/sign-in'
import type { ActorContext } from '../../core/server/context'
import { shopsOf } from '../../core/server/shop/load'
import { mailServer } from '../../core/server/tables/installation'
import { memberships, users } from '../../core/server/tables/users'
import { onEachEngine } from '../../db/testing-engines'
import { openMailServer, useMailServer } from '../../testing/servers/mail-server'
import { testAppUrl } from '../../testing/office'
import { acceptInvitation } from './accept-invitation'
import { mailInvitation } from './invitation-mail'
import {
  findInvitation,
  forgetOldInvitations,
  inviteToShop,
  listInvitations,
  renewInvitation,
  revokeInvitation,
} from './invitations'
import { disablePerson, listPeople } from './people'
import { invitations } from './tables'
import { codeOf, openPeopleOffice, type PeopleOffice } from './testing-people'

const guest = { email: 'nia@shop.example', name: 'Nia Öz', role: 'support' as Role }
const password = 'correct horse'
const address = '192.0.2.1'
const tokenOf = ({ url }: { url: string }) => url.slice(`${testAppUrl}/invitations#`.length)

onEachEngine('invitations of a shop', (kind) => {
  let office: PeopleOffice
  let context: ActorContext
  beforeAll(async () => {
    office = await openPeopleOffice(kind)
    context = office.context
  })
  afterAll(() => office.dispose())
  beforeEach(() => office.reset())

  const invited = async (change: Partial<typeof guest> = {}) => {
    const link = await inviteToShop(context, { ...guest, ...change })
    return { ...link, token: tokenOf(link) }
  }
  const accept = (input: Partial<Parameters<typeof acceptInvitation>[0]> & { token: string }) =>
    acceptInvitation({ name: guest.name, password, person: null, address, ...input })

  it('show a link once, store only its hash, and record no e-mail', async () => {
    const { token, ...link } = await invited()
    expect(link.url).toMatch(/^https:\/\/office\.example\/invitations#[\w-]{43}$/)
    const [row] = await office.engine.db.select().from(invitations)
    expect(row?.tokenHash).toHaveLength(32)
    expect(JSON.stringify(row)).not.toContain(token)
    expect(Number(row?.expiresAt) - Number(row?.createdAt)).toBe(7 * 24 * 3600_000)
    const { items } = await listInvitations(context)
    expect(items).toEqual([{ ...link, url: undefined, created_by: 'owner', state: 'open' }])
    expect(await office.entries()).toEqual([
      {
        action: 'invitation.created',
        actorId: context.actor.userId,
        subject: link.id,
        detail: { role: 'support' },
      },
    ])
    expect(office.logged()).not.toContain(token)
  })

  it('show their link although mailing failed, which says nothing about a newer link', async () => {
    const { db, sealer } = office.engine
    const first = await invited()
    await renewInvitation(context, first.id)
    await useMailServer(office.engine, 1)
    // A password sealed for elsewhere cannot be unsealed.
    await db.update(mailServer).set({ passwordSealed: sealer.seal('secret', 'elsewhere') })
    const late = await mailInvitation(context, { link: first, tokenHash: hashOfToken(first.token) })
    const second = await invited({ email: 'mila@shop.example' })
    await db.delete(mailServer)
    expect([late.mail_outcome, second.mail_outcome]).toEqual(['secret_unopened', 'secret_unopened'])
    expect(second.token).toHaveLength(43)
    const listed = (await listInvitations(context)).items
    expect(listed.map((one) => one.mail_outcome)).toEqual(['secret_unopened', null])
  })

  it('are mailed about twenty times, and then show their link alone', async () => {
    const smtp = await openMailServer()
    await useMailServer(office.engine, smtp.port)
    const { id } = await invited()
    for (let time = 1; time < 20; time++) await renewInvitation(context, id)
    const last = await renewInvitation(context, id)
    const shop = await office.insertShop(`shop-${crypto.randomUUID()}`)
    const other = { ...context, shop, actor: await office.insertPerson(shop.id) }
    const elsewhere = await inviteToShop(other, guest)
    await smtp.close()
    await office.engine.db.delete(mailServer)
    expect([last.mail_outcome, elsewhere.mail_outcome]).toEqual(['limit_reached', 'delivered'])
    expect(smtp.mails).toHaveLength(21)
    expect(await codeOf(accept({ token: tokenOf(last) }))).toBe('done')
  })

  it('end with the part of whoever made their link last', async () => {
    const { id } = await invited()
    const other = { ...context, actor: await office.insertPerson(context.shop.id) }
    const token = tokenOf(await renewInvitation(other, id))
    await disablePerson(context, other.actor.userId)
    expect(await codeOf(accept({ token }))).toBe('invitation_revoked')
    // Also for a request that was authorised just before.
    expect(await codeOf(inviteToShop(other, { ...guest, email: 'x@shop.example' }))).toBe('forbidden')
    expect(await codeOf(renewInvitation(other, id))).toBe('forbidden')
  })

  it('make an account that signs in, and work once', async () => {
    const { token, id } = await invited()
    expect(await accept({ token })).toEqual({ shop: context.shop.id, email: guest.email })
    expect(await codeOf(accept({ token }))).toBe('invitation_used')
    const signed = await signIn(office.engine.db, {
      email: 'nia@shop.example',
      password,
      address,
      browsers: { cookie: undefined, secret: 'a secret for tests' },
    })
    expect(signed.isSignedIn && signed.user.name).toBe(guest.name)
    const person = signed.isSignedIn ? signed.user.id : ''
    expect((await listInvitations(context)).items).toEqual([])
    const nia = (await listPeople(context)).items.find((one) => one.id === person)
    expect(nia).toMatchObject({ email: guest.email, role: 'support', state: 'active', is_you: false })
    expect(nia?.last_sign_in_at).not.toBeNull()
    expect((await office.entries()).at(-2)).toEqual({
      action: 'invitation.accepted',
      actorId: person,
      subject: id,
      detail: { person, role: 'support' },
    })
  })

  it('let in one of two who use a link at the same moment, and leave nothing half-made', async () => {
    const { token } = await invited()
    const codes = await Promise.all([1, 2, 3].map(() => codeOf(accept({ token }))))
    expect(codes.sort().at(0)).toBe('done')
    expect(codes.filter((code) => code === 'done')).toHaveLength(1)
    expect(await office.engine.db.$count(users)).toBe(2)
    expect(await office.engine.db.$count(memberships)).toBe(2)
  })

  it('explain why a link no longer works', async () => {
    const { token, id } = await invited()
    await office.engine.db.update(invitations).set({ expiresAt: sql`now() - interval '1 second'` })
    expect(await codeOf(accept({ token }))).toBe('invitation_expired')
    expect((await listInvitations(context)).items[0]?.state).toBe('expired')
    const renewed = tokenOf(await renewInvitation(context, id))
    expect(await codeOf(accept({ token }))).toBe('not_found')
    await revokeInvitation(context, id)
    expect(await codeOf(accept({ token: renewed }))).toBe('invitation_revoked')
    expect(await codeOf(revokeInvitation(context, id))).toBe('conflict')
    expect(await codeOf(renewInvitation(context, id))).toBe('conflict')
    expect(await codeOf(renewInvitation(context, crypto.randomUUID()))).toBe('not_found')
    expect(await codeOf(revokeInvitation(context, 'x'))).toBe('not_found')
    expect(await office.engine.db.$count(users)).toBe(1)
  })

  it('are forgotten 90 days after they came to an end', async () => {
    const { db } = office.engine
    const [old, recent] = [await invited({ email: 'a@b' }), await invited({ email: 'c@d' })]
    const days = (count: number) => sql`now() - make_interval(days => ${count})`
    await db
      .update(invitations)
      .set({ expiresAt: days(91) })
      .where(eq(invitations.id, old.id))
    await db
      .update(invitations)
      .set({ expiresAt: days(91), revokedAt: days(89) })
      .where(eq(invitations.id, recent.id))
    await forgetOldInvitations(db)
    expect((await db.select().from(invitations)).map(({ id }) => id)).toEqual([recent.id])
  })

  it('are one per e-mail, and refused for members', async () => {
    await invited()
    expect(await codeOf(invited({ email: ' ＮＩＡ@Shop.example ' }))).toBe('invalid')
    expect(await codeOf(invited({ email: context.actor.email.toUpperCase() }))).toBe('invalid')
    const shop = await office.insertShop(`shop-${crypto.randomUUID()}`)
    const other = { ...context, shop, actor: await office.insertPerson(shop.id) }
    expect(await codeOf(inviteToShop(other, guest))).toBe('done')
    expect((await listInvitations(other)).items).toHaveLength(1)
    const [mine] = (await listInvitations(context)).items
    expect(await codeOf(revokeInvitation(other, mine?.id ?? ''))).toBe('not_found')
  })

  it('leave a person as they are who came into the shop in another way meanwhile', async () => {
    const known = await office.insertPerson(null)
    const { token, id } = await invited({ email: known.email, role: 'owner' })
    const membership = { shopId: context.shop.id, userId: known.userId, role: 'viewer' } as const
    await office.engine.db.insert(memberships).values(membership)
    expect(await codeOf(accept({ token, person: known }))).toBe('done')
    expect(await shopsOf(known.userId)).toMatchObject([{ id: context.shop.id, role: 'viewer' }])
    expect((await listInvitations(context)).items).toEqual([])
    expect((await office.entries()).at(-1)).toMatchObject({
      action: 'invitation.accepted',
      subject: id,
      detail: { person: known.userId },
    })
  })

  it('are refused to a person who was disabled in the shop meanwhile', async () => {
    const known = await office.insertPerson(null)
    const { token } = await invited({ email: known.email })
    await office.engine.db
      .insert(memberships)
      .values({ shopId: context.shop.id, userId: known.userId, role: 'viewer', disabledAt: new Date() })
    expect(await codeOf(accept({ token, person: known }))).toBe('invitation_revoked')
    expect((await listInvitations(context)).items).toHaveLength(1)
  })

  it('accept an existing account only if it is signed in', async () => {
    const known = await office.insertPerson(null)
    const stranger = await office.insertPerson(null)
    const { token } = await invited({ email: known.email.toUpperCase(), role: 'manager' })
    for (const person of [null, stranger])
      expect(await codeOf(accept({ token, person }))).toBe('invitation_account')
    const before = await office.engine.db.select().from(users).where(eq(users.id, known.userId))
    expect(await codeOf(accept({ token, person: known, password: 'another one' }))).toBe('done')
    expect(await office.engine.db.select().from(users).where(eq(users.id, known.userId))).toEqual(before)
    expect((await shopsOf(known.userId)).map(({ id, role }) => [id, role])).toEqual([
      [context.shop.id, 'manager'],
    ])
  })

  it('do not add another person who happens to be signed in', async () => {
    const { token } = await invited()
    const person = await office.insertPerson(null)
    expect(await codeOf(accept({ token, person }))).toBe('invitation_account')
  })

  it('need a name and a password from people without an account', async () => {
    const { token } = await invited()
    const errors = await accept({ token, name: undefined, password: undefined }).catch(
      (error: { errors?: object }) => Object.keys(error.errors ?? {}),
    )
    expect(errors).toEqual(['name', 'password'])
    expect(await codeOf(accept({ token }))).toBe('done')
  })

  it('stop people who try many links, without effect on others', async () => {
    const { token } = await invited()
    const look = (given: string, from = address) => findInvitation({ token: given, address: from })
    for (let n = 0; n < 40; n++) expect(await look(token)).toMatchObject({ state: 'open' })
    for (let n = 0; n < 30; n++) expect(await look(`wrong ${n}`)).toBeNull()
    expect(await codeOf(look(token))).toBe('too_many_attempts')
    expect(await codeOf(accept({ token }))).toBe('too_many_attempts')
    expect(await look(token, '192.0.2.2')).toMatchObject({ email: guest.email })
  })
})
