import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { askForPasskey, signInWithPasskey } from '@/lib/core/server/auth/passkey-sign-in'
import { users } from '@/lib/core/server/tables/users'
import { onEachEngine } from '@/lib/db/testing-engines'
import { browser } from '@/lib/testing/browser'
import { testAppUrl } from '@/lib/testing/office'
import { factorsAt, type Route, SoftAuthenticator } from './testing-factors'
import * as passkey from '../../../app/api/account/factors/passkey/route'
import * as passkeyOptions from '../../../app/api/account/factors/passkey-options/route'
import * as proofOptions from '../../../app/api/account/proof/passkey-options/route'
import * as signInOptions from '../../../app/api/sign-in/passkey-options/route'

onEachEngine('second factors over HTTP', (kind) => {
  const { office, people, send, addPasskey, challengeOf, noted } = factorsAt(kind)
  const enter = (answer: unknown) =>
    signInWithPasskey(office.engine.db, JSON.stringify(answer), {
      address: '192.0.2.7',
      browsers: { cookie: undefined, secret: 'x' },
    })

  it('let in by a passkey alone, once for each challenge', async () => {
    const { device, added } = await addPasskey()
    expect([added.status, added.body.recovery_codes.length]).toEqual([200, 10])
    browser.person = null
    const answer = device.answer(await challengeOf(signInOptions))
    expect(await enter(answer)).toMatchObject({ isSignedIn: true, user: { id: people.ada.userId } })
    expect(await enter(answer)).toMatchObject({ isSignedIn: false }) // Replayed.
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
    ['that is unknown', (_device, challenge) => new SoftAuthenticator(testAppUrl).answer(challenge)],
    ['that is no answer', () => ({ id: 1 })],
  ])('refuse a passkey %s', async (_name, answerOf) => {
    const { device } = await addPasskey()
    expect(await enter(answerOf(device, await challengeOf(signInOptions)))).toEqual({
      isSignedIn: false,
      reason: 'wrong',
    })
    const refused = (await noted()).filter((entry) => !entry.startsWith('factor.added'))
    expect(refused).toEqual([expect.stringMatching(/^factor\.refused \w+_passkey$/)])
  })

  it('refuse a cloned authenticator, and record it', async () => {
    const { device } = await addPasskey(new SoftAuthenticator(testAppUrl, { counts: true }))
    const clone = device.clone()
    expect(await enter(device.answer(await challengeOf(signInOptions)))).toMatchObject({ isSignedIn: true })
    expect(await enter(clone.answer(await challengeOf(signInOptions)))).toEqual({
      isSignedIn: false,
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
      .where(eq(users.id, people.ada.userId))
    expect(await enter(device.answer(await challengeOf(signInOptions)))).toEqual({
      isSignedIn: false,
      reason: 'wrong',
    })
    await db.update(users).set({ disabledAt: null })
  })

  it('refuse values that no database can store', async () => {
    const device = new SoftAuthenticator(testAppUrl)
    const challenge = await challengeOf(signInOptions)
    const answers = [{ ...device.answer(challenge), id: 'a\0' }, device.answer('a\0')]
    for (const answer of answers) expect(await enter(answer)).toEqual({ isSignedIn: false, reason: 'wrong' })
  })

  it('add no passkey with the challenge of another person or of a sign-in, and none twice', async () => {
    const device = new SoftAuthenticator(testAppUrl)
    browser.person = people.eve
    const theirs = await challengeOf(passkeyOptions)
    browser.person = people.ada
    for (const challenge of [theirs, await challengeOf(signInOptions)])
      expect(await send(passkey, 'POST', { name: 'x', passkey: device.register(challenge) })).toMatchObject({
        status: 422,
      })
    expect((await addPasskey(device)).added.status).toBe(200)
    browser.person = people.eve
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

  it('name the passkeys of a person who is signed in, and nobody’s to sign in', async () => {
    type Options = { allowCredentials?: { id: string }[]; excludeCredentials?: { id: string }[] }
    const options = async (route: Route) => (await send<Options>(route, 'POST')).body
    const { device } = await addPasskey()
    browser.person = people.eve
    await addPasskey()
    browser.person = people.ada
    expect((await options(proofOptions)).allowCredentials).toMatchObject([{ id: device.answer('').id }])
    expect((await options(passkeyOptions)).excludeCredentials).toMatchObject([{ id: device.answer('').id }])
    expect((await options(signInOptions)).allowCredentials).toEqual([])
  })

  it('give one network a number of challenges, and record the first that is too many', async () => {
    for (let time = 0; time < 100; time++) await askForPasskey('192.0.2.8')
    for (let time = 0; time < 2; time++)
      await expect(askForPasskey('192.0.2.8')).rejects.toMatchObject({ code: 'too_many_attempts' })
    expect(await noted()).toEqual(['factor.throttled limit_of_address'])
  })
})
