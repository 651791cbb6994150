import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { activityGroupNames, activityKinds } from '../core/activity'
import { activityReasons } from '../core/activity-reasons'
import { activityCodes, codesOf } from './words'
import { activityFields } from './fields'
import { alertChannels, chatKinds } from '../alerts/schema'
import { mailEncryptions } from '../core/mail'
import { shopAdders, shopModes, verificationPolicies } from '../core/shop'
import { sampleKinds } from '../forwarding/sample'
import { jobKinds, jobStates } from '../jobs/schema'
import { paymentDifferences } from '../payments/state'
import { allCustomerFields } from '../customers/fields'
import { en } from '../core/i18n/en'

type Words = { [key: string]: Words | string }

const wordsOf = (kind: string): unknown =>
  kind.split('.').reduce<Words | string | undefined>((inner, key) => (inner as Words | undefined)?.[key], en.activity.kinds) // prettier-ignore

it.each(activityKinds)('%s has plain words', (kind) => {
  expect(wordsOf(kind)).toMatch(/^(API|[A-Z][a-z’ -]+)[\p{L} ’-]*$/u)
})

it('has no kind twice, and no words without a kind', () => {
  expect(new Set(activityKinds).size).toBe(activityKinds.length)
  const named = Object.entries(en.activity.kinds).flatMap(([area, of]) =>
    Object.keys(of).map((name) => `${area}.${name}`),
  )
  expect(named.toSorted()).toEqual([...activityKinds].toSorted())
  expect(Object.keys(en.activity.groups).toSorted()).toEqual(activityGroupNames.toSorted())
})

it('has words for every field, in the same order', () => {
  expect(Object.keys(en.activity.fields)).toEqual(activityFields)
})

it('has words for every field of a customer', () => {
  const known: readonly string[] = activityFields
  expect(allCustomerFields.filter((field) => !known.includes(field))).toEqual([])
})

it('has words for every code', () => {
  const flat = (words: Words, before = ''): string[] =>
    Object.entries(words).flatMap(([key, of]) =>
      typeof of === 'string' ? [before + key] : flat(of, `${before}${key}.`),
    )
  const named = Object.entries(en.activity.values).map(([set, words]) => [set, flat(words).toSorted()])
  const known = Object.entries(activityCodes).map(([set, codes]) => [set, [...codes].toSorted()])
  expect(Object.fromEntries(named)).toEqual(Object.fromEntries(known))
})

it('knows the codes of jobs, channels, chats, samples, modes and the like that other features record', () => {
  expect(activityCodes).toMatchObject({
    channel: alertChannels,
    chat: chatKinds,
    difference: paymentDifferences,
    encryption: mailEncryptions,
    job: jobKinds,
    job_state: jobStates,
    mode: shopModes,
    policy: verificationPolicies,
    sample: sampleKinds,
    shop_adders: shopAdders,
  })
  expect(codesOf('person.role_changed', '')).toBe('role')
  expect(codesOf('reconciliation.created', '')).toBeNull()
})

const folder = path.join(import.meta.dirname, '../../scripts/admin')
const commands = () =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.mjs'))
    .map((file) => ({ file, text: readFileSync(path.join(folder, file), 'utf8') }))

it('knows every kind that a command records', () => {
  const recorded = commands().flatMap(({ text }) =>
    [...text.matchAll(/'(?!public|pgboss)([a-z_]+\.[a-z_]+)'/g)].map(([, kind]) => kind),
  )
  expect(recorded.length).toBeGreaterThan(2)
  expect(recorded.filter((kind) => !(activityKinds as readonly unknown[]).includes(kind))).toEqual([])
})

it('has words for every reason, in the same order, and different ones', () => {
  expect(Object.keys(en.activity.reasons)).toEqual(activityReasons)
  const words = Object.values(en.activity.reasons)
  expect(words.filter((text) => !/^[A-Z]/.test(text))).toEqual([])
  expect(words.filter((text, index) => words.indexOf(text) !== index)).toEqual([])
})

it('knows every reason that a command records', () => {
  const recorded = commands().flatMap(({ text }) =>
    [...text.matchAll(/\breason: '(\w+)'/g)].map(([, reason]) => reason),
  )
  expect(recorded.length).toBeGreaterThan(0)
  expect(recorded.filter((reason) => !(activityReasons as readonly unknown[]).includes(reason))).toEqual([])
})

it('has different words for different kinds', () => {
  const words = activityKinds.map(wordsOf)
  expect(words.filter((text, index) => words.indexOf(text) !== index)).toEqual([])
})
