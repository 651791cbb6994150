import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { codeOf, stepAt } from '@/lib/core/server/accounts/totp'
import { hashPassword } from '@/lib/core/server/accounts/passwords'
import { secondStep, trustBrowser } from '@/lib/core/server/accounts/second-factor'
import { askForPasskey, signInWithPasskey } from '@/lib/core/server/auth/passkey-sign-in'
import type { SignedIn } from '@/lib/core/server/auth/actor'
import { activity } from '@/lib/core/server/tables/requests'
import { challenges, factors, recoveryCodes, trustedBrowsers } from '@/lib/core/server/tables/factors'
import { sessions, signInFailures, users } from '@/lib/core/server/tables/users'
import { testEngines } from '@/lib/db/testing'
import { openTestOffice, type TestOffice } from '@/lib/testing/office'
import type { FactorAdded, FactorList, NewApp } from '../schema'
import { SoftAuthenticator } from './testing-authenticator'
import * as app from '../../../app/api/account/factors/app/route'
import * as confirm from '../../../app/api/account/factors/[id]/confirm/route'
import * as factor from '../../../app/api/account/factors/[id]/route'
import * as passkey from '../../../app/api/account/factors/passkey/route'
import * as passkeyOptions from '../../../app/api/account/factors/passkey-options/route'
import * as list from '../../../app/api/account/factors/route'
import * as proofOptions from '../../../app/api/account/proof/passkey-options/route'
import * as proof from '../../../app/api/account/proof/route'
import * as renew from '../../../app/api/account/recovery-codes/route'
import * as signInOptions from '../../../app/api/sign-in/passkey-options/route'

/** Mocked, because the session cookie needs Next's request scope. Everything behind it is real. */
let person: SignedIn | null = null
vi.mock('@/lib/core/server/auth/actor', () => ({ signedIn: async () => person }))

const password = 'a password of Ada'
const origin = 'https://office.example'
type Route = Record<
  string,
  (request: Request, context: { params?: Promise<{ id?: string }> }) => Promise<Response>
>

describe.each(testEngines)('second factors on $kind', ({ kind, available }) => {
  describe.skipIf(!available)('over HTTP', () => {
    let office: TestOffice
    let ada: SignedIn
    let eve: SignedIn
    beforeAll(async () => {
      office = await openTestOffice(kind)
      const { userId, email, name } = office.context.actor
      ada = { userId, email, name, address: '192.0.2.1', provenSecondsAgo: 0 }
      eve = await office.insertPerson(office.context.shop.id)
      await office.engine.db.update(users).set({ passwordHash: await hashPassword(password) })
    })
    afterAll(() => office.dispose())
    beforeEach(async () => {
      const tables = [activity, signInFailures, sessions, factors, recoveryCodes, challenges, trustedBrowsers]
      for (const table of tables) await office.engine.db.delete(table)
      person = ada
    })

    const send = async <T>(route: Route, method: string, body?: unknown, id?: string) => {
      const init = { method, body: body === undefined ? undefined : JSON.stringify(body) }
      const answer = await route[method]?.(new Request('http://localhost/', init), {
        params: id === undefined ? undefined : Promise.resolve({ id }),
      })
      if (!answer) throw new Error('no such method')
      return { status: answer.status, body: (await answer.json()) as T & { code?: string; errors?: object } }
    }
    const now = () => stepAt(new Date())
    const addApp = async () => {
      const { body } = await send<NewApp>(app, 'POST')
      const given = { name: 'Phone', code: codeOf(body.secret, now()) }
      const added = await send<FactorAdded>(confirm, 'POST', given, body.id)
      expect(added.status).toBe(200)
      // So that the next code of this time step is new.
      await office.engine.db.update(factors).set({ lastStep: null })
      return { ...body, codes: added.body.recovery_codes }
    }
    const addPasskey = async (device = new SoftAuthenticator(origin)) => {
      const { body: options } = await send<{ challenge: string }>(passkeyOptions, 'POST')
      const given = { name: 'Laptop', passkey: device.register(options.challenge) }
      const added = await send<FactorAdded>(passkey, 'POST', given)
      return { device, added }
    }
    const challengeOf = async (route: Route) =>
      (await send<{ challenge: string }>(route, 'POST')).body.challenge
    const enter = (answer: unknown) =>
      signInWithPasskey(office.engine.db, JSON.stringify(answer), {
        address: '192.0.2.7',
        browsers: { cookie: undefined, secret: 'x' },
      })
    const step = (code?: string, trusted?: string) =>
      secondStep(office.engine, { id: ada.userId, email: ada.email }, { code, trusted, address: '192.0.2.7' })
    const noted = async () =>
      (await office.engine.db.select().from(activity).orderBy(activity.id)).map(
        ({ action, detail }) => `${action} ${String(detail.reason)}`,
      )

    it('need a recent sign-in to be added, removed or replaced', async () => {
      person = { ...ada, provenSecondsAgo: 3600 }
      for (const [route, method, body] of [
        [app, 'POST'],
        [confirm, 'POST', { name: 'x', code: '1' }],
        [factor, 'DELETE'],
        [passkeyOptions, 'POST'],
        [passkey, 'POST', {}],
        [renew, 'POST'],
      ] as const)
        expect(await send(route as Route, method, body)).toMatchObject({
          status: 403,
          body: { code: 'sign_in_again' },
        })
      person = null
      expect(await send(list, 'GET')).toMatchObject({ status: 401 })
    })

    it('take an app once it has shown a code, with recovery codes, and keep neither readable', async () => {
      expect(await step()).toBeNull()
      const { body } = await send<NewApp>(app, 'POST')
      expect(body.address).toContain(body.secret)
      const wrong = await send(confirm, 'POST', { name: 'x', code: '000000' }, body.id)
      expect([wrong.status, Object.keys(wrong.body.errors ?? {})]).toEqual([422, ['code']])
      expect(await step()).toBeNull()
      const { secret, codes } = await addApp()
      expect(codes).toHaveLength(10)
      expect((await send<FactorList>(list, 'GET')).body).toMatchObject({
        items: [{ kind: 'totp', name: 'Phone' }],
        recovery_codes_left: 10,
      })
      const stored = JSON.stringify([
        await office.engine.db.select().from(factors),
        await office.engine.db.select().from(recoveryCodes),
        await office.engine.db.select().from(activity),
      ])
      for (const hidden of [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))])
        expect(stored).not.toContain(hidden)
      expect(await noted()).toEqual(['factor.added totp'])
    })

    it('take a code once: replayed at the edge of its window, and by two at the same moment', async () => {
      const { secret } = await addApp()
      expect(await step()).toBe('second_factor')
      const code = codeOf(secret, now())
      const results = await Promise.all([step(code), step(code)])
      expect(results.filter((result) => result === null)).toHaveLength(1)
      expect(await step(codeOf(secret, now() - 1))).toBe('wrong_code')
      expect(await step(codeOf(secret, now() - 120))).toBe('wrong_code') // A clock an hour off.
      expect(await noted()).toEqual([
        'factor.added totp',
        'factor.refused replayed_code',
        'factor.refused replayed_code',
        'factor.refused wrong_code',
      ])
    })

    it('stop who guesses codes, wherever from, and record it once', async () => {
      const { secret } = await addApp()
      for (let guess = 0; guess < 5; guess++) expect(await step('000000')).toBe('wrong_code')
      for (let guess = 0; guess < 3; guess++) expect(await step(codeOf(secret, now()))).toBe('throttled')
      expect((await noted()).filter((entry) => entry.startsWith('factor.throttled'))).toHaveLength(1)
    })

    it('take a recovery code once, however it is written, and notice it again', async () => {
      const { codes } = await addApp()
      const [one = '', two = ''] = codes
      expect(await step(one.toUpperCase().replaceAll('-', ' '))).toBeNull()
      expect(await step(one)).toBe('wrong_code')
      expect(await step('aaaa-bbbb-cccc-dddd')).toBe('wrong_code')
      expect((await send<FactorList>(list, 'GET')).body.recovery_codes_left).toBe(9)
      expect((await send<{ recovery_codes: string[] }>(renew, 'POST')).body.recovery_codes).toHaveLength(10)
      expect(await step(two)).toBe('wrong_code')
      expect(await noted()).toEqual([
        'factor.added totp',
        'factor.refused reused_code',
        'factor.refused wrong_code',
        'recovery_codes.made by_owner',
        'factor.refused wrong_code',
      ])
    })

    it('trust a browser of the same person for a while, until a factor is removed', async () => {
      const { id } = await addApp()
      await addPasskey()
      const { db } = office.engine
      const [mine, theirs] = [await trustBrowser(db, ada.userId), await trustBrowser(db, eve.userId)]
      expect([
        await step(undefined, mine),
        await step(undefined, theirs),
        await step(undefined, 'x'),
      ]).toEqual([null, 'second_factor', 'second_factor'])
      await db.update(trustedBrowsers).set({ expiresAt: sql`now() - interval '1 second'` })
      expect(await step(undefined, mine)).toBe('second_factor')
      await db.update(trustedBrowsers).set({ expiresAt: sql`now() + interval '1 day'` })
      expect((await send(factor, 'DELETE', undefined, id)).status).toBe(200)
      expect(await step(undefined, mine)).toBe('second_factor')
    })

    it('are removed by their owner only, with the recovery codes of the last', async () => {
      const { id } = await addApp()
      person = eve
      expect(await send(factor, 'DELETE', undefined, id)).toMatchObject({ status: 404 })
      expect(await send(confirm, 'POST', { name: 'x', code: '123456' }, id)).toMatchObject({ status: 404 })
      person = ada
      expect(await send(factor, 'DELETE', undefined, 'x')).toMatchObject({ status: 404 })
      expect((await send(factor, 'DELETE', undefined, id)).body).toEqual({ id })
      expect(await office.engine.db.select().from(recoveryCodes)).toEqual([])
      expect(await send(renew, 'POST')).toMatchObject({ status: 409 })
      expect(await step()).toBeNull()
      expect(await noted()).toEqual([
        'factor.added totp',
        'access.refused factor_of_another',
        'factor.removed totp',
      ])
    })

    it('let in by a passkey alone, once for each challenge', async () => {
      const { device, added } = await addPasskey()
      expect([added.status, added.body.recovery_codes.length]).toEqual([200, 10])
      person = null
      const answer = device.answer(await challengeOf(signInOptions))
      expect(await enter(answer)).toMatchObject({ ok: true, user: { id: ada.userId } })
      expect(await enter(answer)).toMatchObject({ ok: false }) // Replayed.
      expect(await noted()).toEqual([
        'factor.added passkey',
        'sign_in.succeeded passkey',
        'factor.refused wrong_passkey',
      ])
    })

    it.each<[string, (device: SoftAuthenticator, challenge: string) => unknown]>([
      ['of another origin', (device, challenge) => device.at('https://evil.example').answer(challenge)],
      ['of another host', (device, challenge) => device.on('evil.example').answer(challenge)],
      ['without its owner’s finger or PIN', (device, challenge) => device.unverified().answer(challenge)],
      ['with a challenge made up', (device) => device.answer(Buffer.alloc(32, 7).toString('base64url'))],
      ['with a key of its own', (device, challenge) => device.withOtherKey().answer(challenge)],
      ['that is unknown', (_device, challenge) => new SoftAuthenticator(origin).answer(challenge)],
      ['that is no answer', () => ({ id: 1 })],
    ])('refuse a passkey %s', async (_name, answerOf) => {
      const { device } = await addPasskey()
      expect(await enter(answerOf(device, await challengeOf(signInOptions)))).toEqual({
        ok: false,
        reason: 'wrong',
      })
      const refused = (await noted()).filter((entry) => !entry.startsWith('factor.added'))
      expect(refused).toEqual([expect.stringMatching(/^factor\.refused \w+_passkey$/)])
    })

    it('refuse a cloned authenticator, and record it', async () => {
      const { device } = await addPasskey(new SoftAuthenticator(origin, { counts: true }))
      const clone = device.clone()
      expect(await enter(device.answer(await challengeOf(signInOptions)))).toMatchObject({ ok: true })
      expect(await enter(clone.answer(await challengeOf(signInOptions)))).toEqual({
        ok: false,
        reason: 'wrong',
      })
      expect((await noted()).at(-1)).toBe('factor.refused cloned_passkey')
    })

    it('refuse a passkey of a disabled account', async () => {
      const { device } = await addPasskey()
      const { db } = office.engine
      await db
        .update(users)
        .set({ disabledAt: sql`now()` })
        .where(eq(users.id, ada.userId))
      expect(await enter(device.answer(await challengeOf(signInOptions)))).toEqual({
        ok: false,
        reason: 'wrong',
      })
      await db.update(users).set({ disabledAt: null })
    })

    it('let nobody in by what no database can store', async () => {
      const device = new SoftAuthenticator(origin)
      const challenge = await challengeOf(signInOptions)
      const answers = [{ ...device.answer(challenge), id: 'a\0' }, device.answer('a\0')]
      for (const answer of answers) expect(await enter(answer)).toEqual({ ok: false, reason: 'wrong' })
    })

    it('add no passkey with the challenge of another person or of a sign-in, and none twice', async () => {
      const device = new SoftAuthenticator(origin)
      person = eve
      const theirs = await challengeOf(passkeyOptions)
      person = ada
      for (const challenge of [theirs, await challengeOf(signInOptions)])
        expect(await send(passkey, 'POST', { name: 'x', passkey: device.register(challenge) })).toMatchObject(
          {
            status: 422,
          },
        )
      expect((await addPasskey(device)).added.status).toBe(200)
      person = eve
      expect((await addPasskey(device)).added.status).toBe(409)
      const evil = new SoftAuthenticator('https://evil.example')
      expect((await addPasskey(evil)).added.status).toBe(422)
      expect((await addPasskey(evil)).added.status).toBe(422)
      // Repeated ones are recorded once.
      expect(await noted()).toEqual([
        'factor.refused wrong_challenge',
        'factor.added passkey',
        'factor.refused passkey_of_an_account',
        'factor.refused wrong_passkey',
      ])
    })

    it('give one network a number of challenges, and record the first that is too many', async () => {
      for (let time = 0; time < 100; time++) await askForPasskey('192.0.2.8')
      for (let time = 0; time < 2; time++)
        await expect(askForPasskey('192.0.2.8')).rejects.toMatchObject({ code: 'too_many_attempts' })
      expect(await noted()).toEqual(['factor.throttled limit_of_address'])
    })

    it('prove who is there, with a code after the password, or a passkey of one’s own', async () => {
      const { secret } = await addApp()
      const { device } = await addPasskey()
      expect((await send(proof, 'GET')).body).toEqual({ needs_code: true, has_passkey: true })
      expect(await send(proof, 'POST', { password })).toMatchObject({
        status: 422,
        body: { errors: { code: ['Fill this in'] } },
      })
      expect(await send(proof, 'POST', { password, code: '000000' })).toMatchObject({ status: 422 })
      expect((await send(proof, 'POST', { password, code: codeOf(secret, now()) })).status).toBe(200)
      const answer = device.answer(await challengeOf(proofOptions))
      expect((await send(proof, 'POST', { passkey: answer })).status).toBe(200)
      expect((await send(proof, 'POST', { passkey: answer })).status).toBe(422)
      person = eve
      const mine = device.answer(await challengeOf(proofOptions))
      expect((await send(proof, 'POST', { passkey: mine })).status).toBe(422)
      for (let time = 0; time < 4; time++) await send(proof, 'POST', { passkey: mine })
      for (let time = 0; time < 2; time++)
        expect((await send(proof, 'POST', { passkey: mine })).status).toBe(429)
      expect((await noted()).filter((entry) => entry === 'proof.throttled limit')).toHaveLength(1)
    })
  })
})
