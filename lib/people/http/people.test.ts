import { eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import type { Invitation, InvitationLink, Person } from '@/lib/people/schema'
import type { Problem } from '@/lib/core/api/problem'
import { onEachEngine } from '@/lib/db/testing-engines'
import type { SignedIn } from '@/lib/core/server/auth/actor'
import { mailServer } from '@/lib/core/server/tables/installation'
import { activity } from '@/lib/core/server/tables/requests'
import { users } from '@/lib/core/server/tables/users'
import { browser } from '../../testing/browser'
import { testApplication } from '../../testing/application'
import { openMailServer, useMailServer } from '../../testing/servers/mail-server'

const password = 'a password for Nia'
const guest = { email: ' Nia@Shop.example ', name: 'Nia Öz', role: 'support' }

onEachEngine('people over HTTP of the sandbox shop', (kind) => {
  const app = testApplication(kind)
  beforeEach(() => {
    browser.person = app.owner.actor
  })

  const send = async (method: string, path: string, body?: unknown, headers = {}) => {
    const answer = await fetch(`${app.url}/api${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as unknown }
  }
  const get = async <T>(path: string) => (await send('GET', `/shops/sandbox${path}`)).body as { items: T[] }
  const post = (path: string, body?: unknown) => send('POST', `/shops/sandbox${path}`, body)
  const accept = (body: unknown, headers = {}) => {
    browser.person = null
    return send('POST', '/invitations/accept', body, headers)
  }
  const codeOf = ({ status, body }: { status: number; body: unknown }) => [status, (body as Problem).code]
  const invite = async (email: string) => {
    browser.person = app.owner.actor
    const { body } = await post('/invitations', { ...guest, email })
    const link = body as InvitationLink
    return { ...link, token: link.url.slice(`${app.appUrl}/invitations#`.length) }
  }

  it('lead from an invitation to a member whose role changes and who is disabled', async () => {
    const made = await post('/invitations', guest)
    expect(made.status).toBe(201)
    expect(made.headers.get('cache-control')).toBe('no-store')
    const link = made.body as InvitationLink
    expect(link).toMatchObject({
      email: 'nia@shop.example',
      name: 'Nia Öz',
      role: 'support',
      state: 'open',
    })
    expect((await get<Invitation>('/invitations')).items).toEqual([{ ...link, url: undefined }])
    const token = link.url.slice(`${app.appUrl}/invitations#`.length)

    const joined = await accept({ token, name: 'Nia', password })
    expect([joined.status, joined.body]).toEqual([200, { shop: 'sandbox', email: 'nia@shop.example' }])
    expect(joined.headers.get('cache-control')).toBe('no-store')
    browser.person = app.owner.actor
    expect((await get('/invitations')).items).toEqual([])
    const nia = (await get<Person>('/people')).items.find(({ name }) => name === 'Nia')
    if (!nia) throw new Error('she is not there')
    expect(nia).toEqual({
      id: nia.id,
      name: 'Nia',
      email: 'nia@shop.example',
      role: 'support',
      allowances: [],
      state: 'active',
      last_sign_in_at: null,
      is_you: false,
    })
    expect((await post(`/people/${nia.id}/role`, { role: 'manager' })).body).toMatchObject({
      role: 'manager',
    })
    expect((await post(`/people/${nia.id}/end-sessions`)).status).toBe(200)

    browser.person = { userId: nia.id, email: nia.email, name: nia.name }
    expect((await send('GET', '/shops/sandbox/products')).status).toBe(200)
    browser.person = app.owner.actor
    expect((await post(`/people/${nia.id}/disable`)).body).toMatchObject({ state: 'disabled' })
    browser.person = { userId: nia.id, email: nia.email, name: nia.name }
    expect(codeOf(await send('GET', '/shops/sandbox/products'))).toEqual([404, 'not_found'])
    browser.person = app.owner.actor
    expect((await post(`/people/${nia.id}/enable`)).body).toMatchObject({
      state: 'active',
      role: 'manager',
    })

    for (const secret of [token, password]) {
      expect(await app.dump()).not.toContain(secret)
      expect(app.logged()).not.toContain(secret)
    }
  })

  it('join with allowances, which an owner can take away', async () => {
    const viewer = { ...guest, email: 'vera@shop.example', role: 'viewer' }
    const allowed = { ...viewer, allowances: ['replay', 'checkouts', 'checkouts'] }
    expect(codeOf(await post('/invitations', { ...viewer, allowances: ['people'] }))).toEqual([
      422,
      'invalid',
    ])
    const made = (await post('/invitations', allowed)).body as InvitationLink
    expect(made).toMatchObject({ role: 'viewer', allowances: ['checkouts', 'replay'] })
    await accept({ token: made.url.slice(`${app.appUrl}/invitations#`.length), name: 'Vera', password })
    browser.person = app.owner.actor
    const vera = (await get<Person>('/people')).items.find(({ name }) => name === 'Vera')
    expect(vera).toMatchObject({ role: 'viewer', allowances: ['checkouts', 'replay'] })
    const asVera = { userId: vera?.id ?? '', email: 'vera@shop.example', name: 'Vera' }
    const makes = async () => {
      browser.person = asVera
      return codeOf(await post('/checkouts', {}))
    }
    expect(await makes()).toEqual([422, 'invalid'])
    expect(codeOf(await post('/products', {}))).toEqual([403, 'forbidden'])
    browser.person = app.owner.actor
    await post(`/people/${vera?.id}/role`, { role: 'viewer', allowances: ['replay'] })
    expect(await makes()).toEqual([403, 'forbidden'])
  })

  it('get the invitation by mail if there is a mail server', async () => {
    expect((await invite('silent@shop.example')).mail_outcome).toBeNull()
    const smtp = await openMailServer()
    await useMailServer(app.engine, smtp.port)
    const link = await invite('mila@shop.example')
    expect(link.mail_outcome).toBe('delivered')
    expect(smtp.mails).toMatchObject([{ to: ['mila@shop.example'] }])
    const text = smtp.mails[0]?.data.replaceAll(/=\n/g, '').replaceAll('=3D', '=') ?? ''
    expect(text).toContain('Subject: Invitation to Sandbox')
    expect(text.split(link.url)).toHaveLength(4)
    expect(text).toContain('invites you to Sandbox as Support')
    expect(text).not.toMatch(/<(img|link|script|style)|src=/)

    smtp.behaviour.knows = []
    const refused = await invite('nobody@shop.example')
    expect(refused.mail_outcome).toBe('recipient_refused')
    const listed = (await get<Invitation>('/invitations')).items.find(({ id }) => id === refused.id)
    expect(listed?.mail_outcome).toBe('recipient_refused')
    smtp.behaviour.knows = undefined
    const again = (await post(`/invitations/${refused.id}/new-link`)).body as InvitationLink
    expect(again.mail_outcome).toBe('delivered')
    expect(smtp.mails.at(-1)?.data.replaceAll(/=\n/g, '')).toContain(again.url)
    await smtp.close()
    expect((await invite('later@shop.example')).mail_outcome).toBe('unreachable')
    for (const { token } of [link, refused]) {
      expect(await app.dump()).not.toContain(token)
      expect(app.logged()).not.toContain(token)
    }
    await app.engine.db.delete(mailServer)
  })

  it('see what a link is for without using it up', async () => {
    const { id, token } = await invite('look@shop.example')
    const lookUp = (who: SignedIn | null, given = token) => {
      browser.person = who
      return send('POST', '/invitations/look-up', { token: given })
    }
    const shown = { shop_name: 'Sandbox', email: 'look@shop.example' }
    const offered = { ...shown, offer: { name: 'Nia Öz', role: 'support' } }
    const hidden = { ...shown, offer: null }
    expect((await lookUp(null)).body).toEqual({ ...offered, account: 'none', signed_in_as: null })
    const { email } = app.owner.actor
    expect((await lookUp(app.owner.actor)).body).toEqual({
      ...hidden,
      account: 'other',
      signed_in_as: email,
    })
    const own = { id: crypto.randomUUID(), email: 'look@shop.example', name: 'Look', passwordHash: 'none' }
    await app.engine.db.insert(users).values(own)
    expect((await lookUp(null)).body).toEqual({ ...hidden, account: 'elsewhere', signed_in_as: null })
    const theirs = { userId: own.id, email: own.email, name: own.name }
    expect((await lookUp(theirs)).body).toEqual({ ...offered, account: 'yours', signed_in_as: own.email })
    expect(codeOf(await lookUp(null, 'nothing'))).toEqual([404, 'not_found'])
    expect(codeOf(await lookUp(null, 'x'.repeat(101)))).toEqual([422, 'invalid'])
    expect(
      codeOf(await send('POST', '/invitations/look-up', { token }, { origin: 'https://x.example' })),
    ).toEqual([403, 'foreign_origin'])
    browser.person = app.owner.actor
    await post(`/invitations/${id}/revoke`)
    expect(codeOf(await lookUp(null))).toEqual([410, 'invitation_revoked'])
  })

  it('keep the last owner', async () => {
    const { userId } = app.owner.actor
    for (const answer of [
      await post(`/people/${userId}/disable`),
      await post(`/people/${userId}/role`, { role: 'support' }),
    ])
      expect(codeOf(answer)).toEqual([409, 'last_owner'])
  })

  it('say what is wrong on its field', async () => {
    const { body } = await post('/invitations', { email: 'nobody', name: ' ', role: 'admin', more: 1 })
    expect(Object.keys((body as Problem).errors ?? {}).sort()).toEqual(['email', 'more', 'name', 'role'])
    const again = await post('/invitations', { ...guest, email: app.owner.actor.email })
    expect((again.body as Problem).errors).toEqual({ email: ['This e-mail already belongs to this shop'] })
    for (const name of ['Nia\n\nPay here', 'Nia\u2028Pay here', 'Nia \u202eereh yaP'])
      expect((await post('/invitations', { ...guest, name })).body).toMatchObject({
        errors: { name: [expect.stringMatching(/^Write one line/)] },
      })
    const { token } = await invite('short@shop.example')
    const short = await accept({ token, name: 'Short', password: 'seven 7' })
    expect((short.body as Problem).errors).toEqual({ password: ['At least 12 characters'] })
  })

  it.each([
    ['an unknown token', 404, 'not_found', async () => 'nothing like a token'],
    ['NUL and half a pair', 404, 'not_found', async () => 'a\0\ud800'],
    [
      'a revoked one',
      410,
      'invitation_revoked',
      async () => {
        const { id, token } = await invite('revoked@shop.example')
        await post(`/invitations/${id}/revoke`)
        return token
      },
    ],
    [
      'one that was replaced',
      404,
      'not_found',
      async () => {
        const { id, token } = await invite('replaced@shop.example')
        expect((await post(`/invitations/${id}/new-link`)).body).toMatchObject({ id })
        return token
      },
    ],
    [
      'one for an account, of nobody who is signed in',
      409,
      'invitation_account',
      async () => {
        const email = 'known@shop.example'
        await app.engine.db
          .insert(users)
          .values({ id: crypto.randomUUID(), email, name: 'Known', passwordHash: 'none' })
        return (await invite(email)).token
      },
    ],
  ])('are not joined by %s', async (_name, status, code, tokenOf) => {
    const before = await app.engine.db.$count(users)
    const token = await tokenOf()
    const expected = code === 'invitation_account' ? before + 1 : before
    expect(codeOf(await accept({ token, name: 'X', password }))).toEqual([status, code])
    expect(await app.engine.db.$count(users)).toBe(expected)
    if (code !== 'invitation_account') return
    const whereRefusal = eq(activity.action, 'access.refused')
    const refusals = await app.engine.db.select().from(activity).where(whereRefusal)
    const ofThis = refusals.filter(({ detail }) => detail.reason === 'invitation_account')
    expect(ofThis).toMatchObject([{ shopId: 'sandbox', actorId: null }])
    expect(app.logged()).toContain('"reason":"invitation_account"')
  })

  it('cannot join from another site, or with an invalid or large body', async () => {
    const { token } = await invite('site@shop.example')
    const body = { token, name: 'X', password }
    expect(codeOf(await accept(body, { origin: 'https://elsewhere.example' }))).toEqual([
      403,
      'foreign_origin',
    ])
    expect(codeOf(await accept({ ...body, name: 'x'.repeat(20_000) }))).toEqual([413, 'too_large'])
    expect(codeOf(await accept({ ...body, role: 'owner' }))).toEqual([422, 'invalid'])
    const [row] = await app.engine.db.select().from(users).where(eq(users.email, 'site@shop.example'))
    expect(row).toBeUndefined()
  })
})
