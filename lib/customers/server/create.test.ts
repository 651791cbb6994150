import { eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { activity } from '../../core/server/tables/requests'
import { syncs } from '../../core/server/tables/mirrors'
import { onEachEngine } from '../../db/testing-engines'
import { forgetGates } from '../../gateway/client/testing'
import { customerCreate } from '../../gateway/customers/customer'
import { testOffice } from '../../testing/office'
import { opened } from '../../testing/opened'
import { changeCustomer, createCustomer, settleLostCreate } from './create'
import { findDuplicates } from './merging/duplicates'
import { lastSync, syncCustomers } from './reading/mirror'
import { readCustomer } from './reading/read'
import type { LocalContact } from '../schema'
import { customers } from './tables'
import { customersOf, fakeGateway } from './testing'

const maria = {
  first_name: 'Maria',
  email: 'maria@reader.example',
  ip: '192.0.2.17',
  phone: '+49 171 2345678',
}

onEachEngine('customers and their gateway through the interface', (kind) => {
  const gateway = opened(fakeGateway)
  const office = testOffice(kind, () => gateway.url)
  beforeEach(async () => {
    forgetGates()
    await office.clear(customers, syncs, activity)
    gateway.made.clear()
    Object.assign(gateway.state, { create: 'answer', creates: 0, reads: 0 })
  })

  const create = (more: Record<string, unknown> = {}) =>
    createCustomer(office.context, customerCreate.parse({ ...maria, ...more }))
  const code = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: { code: string }) => error.code,
    )

  it('are created, with their creator', async () => {
    const made = await create({ external_id: 'c-1', country: 'US', zip: '12207-1234', state: 'NY' })
    expect(made).toMatchObject({
      ...maria,
      external_id: 'c-1',
      zip: '12207-1234',
      submitted_by: office.context.actor.name,
      gateway_fields: ['first_name', 'country', 'state', 'zip', 'phone', 'email', 'ip', 'external_id'],
      masked: false,
    })
    expect(await office.engine.db.select().from(activity).where(office.whereShop(activity))).toMatchObject([
      { action: 'customer.created', subject: made.id, actorId: office.context.actor.userId, detail: {} },
    ])
    expect(await syncCustomers(office.context)).toBe('synced')
    expect(await readCustomer(office.context, made.id)).toMatchObject({ submitted_by: 'owner' })
  })

  it('are not created if the gateway refuses, which names the field', async () => {
    gateway.state.create = 'refused'
    await expect(create()).rejects.toMatchObject({ code: 'gateway_rejected', errors: { ip: ['is odd'] } })
    expect(await office.engine.db.select().from(customers).where(office.whereShop(customers))).toEqual([])
  })

  it('are found after a lost answer, and never sent twice', async () => {
    await create({ email: 'other@reader.example' })
    gateway.state.create = 'lost'
    expect(await create()).toMatchObject({ ...maria, submitted_by: 'owner' })
    expect(gateway.state.creates).toBe(2)
    // Two customers match, so it is unclear which one was created.
    const sentAt = new Date()
    gateway.made.set('a', { id: 'cst_aa', ...maria })
    gateway.made.set('b', { id: 'cst_bb', ...maria })
    await expect(settleLostCreate(office.context, customerCreate.parse(maria), sentAt)).rejects.toMatchObject(
      {
        code: 'unconfirmed',
      },
    )
    gateway.made.delete('b')
    expect(await settleLostCreate(office.context, customerCreate.parse(maria), sentAt)).toMatchObject({
      id: 'cst_aa',
    })
    expect(await settleLostCreate(office.context, customerCreate.parse(maria), sentAt)).toBeNull()
  })

  it('are found by ID at the gateway if the mirror lacks them', async () => {
    gateway.made.set('cst_0f', { id: 'cst_0f', ...maria })
    expect(await readCustomer(office.context, 'cst_0f')).toMatchObject({ id: 'cst_0f', ...maria })
    await readCustomer(office.context, 'cst_0f')
    expect(gateway.state.reads).toBe(1)
  })

  it.each([
    [404, { message: 'not found' }],
    [302, { message: 'Customer is not found' }],
    [422, { message: 'Invalid ID' }],
    [200, null],
    [200, { id: 'cst_ff', email: 'someone@else.example' }],
  ])('are not found for any answer to an unknown ID: %i %j', async (status, body) => {
    gateway.state.unknown = { status, body }
    expect(await code(readCustomer(office.context, 'cst_0a'))).toBe('not_found')
    expect(await office.engine.db.select().from(customers).where(office.whereShop(customers))).toEqual([])
  })

  it('are not requested for malformed IDs', async () => {
    for (const id of ['', 'a\0b', '../products', 'cst_xyz', '💥', '\ud800', 'x'.repeat(10_000)])
      expect(await code(readCustomer(office.context, id))).toBe('not_found')
    expect(gateway.state.reads).toBe(0)
  })

  it('are mirrored, marked when gone, and robust against invalid characters', async () => {
    gateway.made.set('a', {
      id: 'cst_0a',
      first_name: 'a\0b\ud800',
      last_name: '💥',
      email: 'x'.repeat(5_000),
    })
    gateway.made.set('b', { id: 'cst_0b', ...maria, phone: 17, nested: { x: '\0' } })
    expect(await syncCustomers(office.context)).toBe('synced')
    const rows = () =>
      office.engine.db.select().from(customers).where(office.whereShop(customers)).orderBy(customers.id)
    expect(await rows()).toMatchObject([
      { firstName: 'ab\ufffd', lastName: '💥', phone: null },
      { email: maria.email, phone: null, vanishedAt: null },
    ])
    gateway.made.delete('a')
    // A row counts as newer than a list requested within the same millisecond.
    await office.engine.db
      .update(customers)
      .set({ syncedAt: new Date(Date.now() - 60_000) })
      .where(office.whereShop(customers))
    await syncCustomers(office.context)
    expect(await rows()).toMatchObject([{ vanishedAt: expect.any(Date) }, { vanishedAt: null }])
    expect((await lastSync(office.context)).syncedAt).not.toBeNull()
  })

  it('are distinguished from possible duplicates', async () => {
    const here = customersOf(office)
    const [a = '', b = '', c = ''] = await here.insert(
      { email: 'MARIA@reader.example', external_id: 'c-1' },
      { email: 'x@reader.example', phone: '0171 2345678' },
      { email: 'y@reader.example', external_id: 'c-1', phone: '+43 99 2345678' },
    )
    const found = async (sought: Parameters<typeof findDuplicates>[1]) =>
      Object.fromEntries(
        (await findDuplicates(office.context, sought)).map(({ id, reasons }) => [id, reasons]),
      )
    expect(await found({ email: maria.email, phone: maria.phone, external_id: 'c-1' })).toEqual({
      [a]: ['email', 'external_id'],
      [b]: ['phone'],
      [c]: ['external_id'],
    })
    expect(await found({})).toEqual({})
    expect(await found({ email: '%', phone: '12', external_id: 'C-1' })).toEqual({})
    const shop = await office.insertShop(`shop-${crypto.randomUUID()}`)
    expect(await findDuplicates({ ...office.context, shop }, { email: maria.email })).toEqual([])
    expect((await readCustomer(office.context, c)).duplicates).toMatchObject([
      { id: a, reasons: ['external_id'] },
    ])
  })

  it('keep what a colleague corrected after a person looked', async () => {
    const [id = ''] = await customersOf(office).insert({ email: 'corrected@reader.example' })
    const correct = (contact: LocalContact, expected?: LocalContact, context = office.context) =>
      changeCustomer(context, id, { contact, ...(expected && { expect: expected }) })
    const [first, second] = ['+49 30 5550101', '+49 30 5550102']
    await correct({ phone: first }, { phone: '' })
    await expect(correct({ phone: second }, { phone: '' })).rejects.toMatchObject({
      code: 'conflict',
      current: { phone: first },
    })
    expect(await readCustomer(office.context, id)).toMatchObject({ contact: { phone: first } })
    // Another field, the same value, and what the person saw.
    await correct({ email: 'new@reader.example' }, {})
    await correct({ phone: first }, {})
    await correct({ phone: second }, { phone: first })
    const support = { ...office.context, actor: { ...office.context.actor, role: 'support' as const } }
    await expect(correct({ phone: null }, { phone: '•••01' }, support)).rejects.toMatchObject({
      current: { phone: '•••02' },
    })
    await correct({ phone: null }, { phone: '•••02' }, support)
    expect(await readCustomer(office.context, id)).toMatchObject({ contact: { email: 'new@reader.example' } })
  })

  it('confirm no guess of a correction to anyone who sees it masked', async () => {
    const [id = ''] = await customersOf(office).insert({ email: 'guessed@reader.example' })
    const held = { email: 'kim@reader.example', phone: '+49 30 5550102', address: 'Lane 7' }
    await changeCustomer(office.context, id, { contact: held })
    const support = { ...office.context, actor: { ...office.context.actor, role: 'support' as const } }
    const answerTo = (contact: LocalContact, expected: LocalContact) =>
      changeCustomer(support, id, { contact, expect: expected }).then(
        () => 'done',
        (error: unknown) => error,
      )
    const wrong = { email: 'kit@reader.example', phone: '+49 30 5550202', address: 'Lane 8' }
    for (const field of ['email', 'phone', 'address'] as const) {
      // As the new value, which is the stored one.
      const right = await answerTo({ [field]: held[field] }, { [field]: '' })
      expect(right).toMatchObject({ code: 'conflict' })
      expect(await answerTo({ [field]: wrong[field] }, { [field]: '' })).toEqual(right)
      // As what was seen: what they revealed is taken, and so is all that has the same mask.
      expect([field, await answerTo({ [field]: null }, { [field]: wrong[field] })]).toEqual([field, 'done'])
      await changeCustomer(office.context, id, { contact: held })
      expect([field, await answerTo({ [field]: null }, { [field]: held[field] })]).toEqual([field, 'done'])
      await changeCustomer(office.context, id, { contact: held })
    }
  })

  it('keep local data when they are mirrored', async () => {
    gateway.made.set('a', { id: 'cst_0a', ...maria })
    await syncCustomers(office.context)
    const added = {
      labels: ['VIP'],
      contact: { email: 'new@reader.example' },
      submittedBy: office.context.actor.userId,
    }
    await office.engine.db.update(customers).set(added).where(office.whereShop(customers))
    gateway.made.set('a', { id: 'cst_0a', ...maria, city: 'Leipzig' })
    await syncCustomers(office.context)
    const [row] = await office.engine.db
      .select()
      .from(customers)
      .where(office.whereShop(customers, eq(customers.id, 'cst_0a')))
    expect(row).toMatchObject({ ...added, city: 'Leipzig' })
    expect(row?.keys).toContain('email:new@reader.example')
  })
})
