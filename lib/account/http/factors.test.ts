import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { codeOf, stepAt } from '@/lib/core/server/accounts/codes'
import { secondStep, trustBrowser } from '@/lib/core/server/accounts/second-factor'
import { authOptions, type Visit } from '@/lib/core/server/auth/options'
import { activity } from '@/lib/core/server/tables/requests'
import { factors, recoveryCodes, trustedBrowsers } from '@/lib/core/server/tables/factors'
import { onEachEngine } from '@/lib/db/testing-engines'
import type { FactorAdded, FactorList, NewApp } from '../schema'
import { factorsAt, password, type Route } from './testing-factors'
import * as app from '../../../app/api/account/factors/app/route'
import * as confirm from '../../../app/api/account/factors/[id]/confirm/route'
import * as factor from '../../../app/api/account/factors/[id]/route'
import * as passkey from '../../../app/api/account/factors/passkey/route'
import * as passkeyOptions from '../../../app/api/account/factors/passkey-options/route'
import * as list from '../../../app/api/account/factors/route'
import * as proofOptions from '../../../app/api/account/proof/passkey-options/route'
import * as proof from '../../../app/api/account/proof/route'
import * as renew from '../../../app/api/account/recovery-codes/route'
import * as allEnd from '../../../app/api/account/sessions/end-all/route'
import * as othersEnd from '../../../app/api/account/sessions/end-others/route'
import { browser } from '@/lib/testing/browser'

onEachEngine('second factors over HTTP', (kind) => {
  const { office, people, send, addPasskey, challengeOf, noted } = factorsAt(kind)
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
  const step = (code?: string, trusted?: string) =>
    secondStep(
      office.engine,
      { id: people.ada.userId, email: people.ada.email },
      { code, trusted, address: '192.0.2.7' },
    ).then(({ missing }) => missing)

  it('say that no sealing key opens the secret of an app, while another app is taken', async () => {
    const { db, sealer } = office.engine
    const { id, secret } = (await send<NewApp>(app, 'POST')).body
    const lose = (one: string) =>
      db
        .update(factors)
        .set({ secretSealed: sealer.seal(secret, 'another context') })
        .where(eq(factors.id, one))
    await lose(id)
    const given = { name: 'Phone', code: codeOf(secret, now()) }
    const refused = await send(confirm, 'POST', given, id)
    expect(refused).toMatchObject({ status: 409, body: { code: 'secret_unopened' } })

    const lost = await addApp()
    await lose(lost.id)
    await expect(step(codeOf(lost.secret, now()))).rejects.toMatchObject({ code: 'secret_unopened' })
    const other = await addApp()
    expect(await step(codeOf(other.secret, now()))).toBeNull()
    await db.delete(factors)
    await db.delete(recoveryCodes)
  })

  it('need a recent sign-in to be added, removed or replaced', async () => {
    browser.person = { ...people.ada, provenSecondsAgo: 3600 }
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
    browser.person = null
    expect(await send(list, 'GET')).toMatchObject({ status: 401 })
  })

  it('take an app after its first code, with recovery codes, and store neither readably', async () => {
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

  it('are asked for in a browser that was trusted before the first was added', async () => {
    const token = await trustBrowser(office.engine.db, people.ada.userId)
    await addApp()
    expect(await step(undefined, token)).toBe('second_factor')
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
    const [mine, theirs] = [
      await trustBrowser(db, people.ada.userId),
      await trustBrowser(db, people.eve.userId),
    ]
    expect([await step(undefined, mine), await step(undefined, theirs), await step(undefined, 'x')]).toEqual([
      null,
      'second_factor',
      'second_factor',
    ])
    await db.update(trustedBrowsers).set({ expiresAt: sql`now() - interval '1 second'` })
    expect(await step(undefined, mine)).toBe('second_factor')
    await db.update(trustedBrowsers).set({ expiresAt: sql`now() + interval '1 day'` })
    expect((await send(factor, 'DELETE', undefined, id)).status).toBe(200)
    expect(await step(undefined, mine)).toBe('second_factor')
  })

  it('trust a browser for a code only, not for the trust that it has', async () => {
    const { secret } = await addApp()
    const signInWith = async (code: string, trusted?: string) => {
      const visit = {
        address: '192.0.2.7',
        userAgent: 'A browser',
        browsers: { cookie: undefined, secret: '' },
        trusted,
        replaced: async () => null,
        signedInAs: async () => null,
      } as Visit
      const [provider] = authOptions(visit).providers as unknown as {
        options: { authorize: (given: object) => Promise<{ id: string } | null> }
      }[]
      const given = { email: people.ada.email, password, code, trusts: 'on' }
      expect(await provider?.options.authorize(given)).toMatchObject({ id: people.ada.userId })
      return visit.newlyTrusted
    }
    const token = await signInWith(codeOf(secret, now()))
    expect(token).toBeDefined()
    expect(await signInWith('nonsense', token)).toBeUndefined()
    expect(await office.engine.db.$count(trustedBrowsers)).toBe(1)
  })

  it.each(['others', 'all'] as const)('trust no browser once sessions end: %s', async (which) => {
    await addApp()
    const trusted = await trustBrowser(office.engine.db, people.ada.userId)
    expect(await step(undefined, trusted)).toBeNull()
    expect((await send(which === 'all' ? allEnd : othersEnd, 'POST')).status).toBe(200)
    expect(await step(undefined, trusted)).toBe('second_factor')
  })

  it('are removed by their owner only, with the recovery codes of the last', async () => {
    const { id } = await addApp()
    browser.person = people.eve
    expect(await send(factor, 'DELETE', undefined, id)).toMatchObject({ status: 404 })
    expect(await send(confirm, 'POST', { name: 'x', code: '123456' }, id)).toMatchObject({ status: 404 })
    browser.person = people.ada
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

  it('accept a code after the password, or a passkey of the person, as proof', async () => {
    const { secret } = await addApp()
    const { device } = await addPasskey()
    expect((await send(proof, 'GET')).body).toEqual({
      needs_code: true,
      has_passkey: true,
      provider: null,
    })
    expect(await send(proof, 'POST', { password })).toMatchObject({
      status: 422,
      body: { errors: { code: ['Fill this in'] } },
    })
    expect(await send(proof, 'POST', { password, code: '000000' })).toMatchObject({ status: 422 })
    expect((await send(proof, 'POST', { password, code: codeOf(secret, now()) })).status).toBe(200)
    const answer = device.answer(await challengeOf(proofOptions))
    expect((await send(proof, 'POST', { passkey: answer })).status).toBe(200)
    expect((await send(proof, 'POST', { passkey: answer })).status).toBe(422)
    browser.person = people.eve
    const mine = device.answer(await challengeOf(proofOptions))
    expect((await send(proof, 'POST', { passkey: mine })).status).toBe(422)
    for (let time = 0; time < 4; time++) await send(proof, 'POST', { passkey: mine })
    for (let time = 0; time < 2; time++)
      expect((await send(proof, 'POST', { passkey: mine })).status).toBe(429)
    expect((await noted()).filter((entry) => entry === 'proof.throttled limit')).toHaveLength(1)
  })
})
