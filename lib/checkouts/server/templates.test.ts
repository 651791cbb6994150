import { expect, it } from 'vitest'
import { onEachEngine } from '../../db/testing-engines'
import type { ActorContext } from '../../core/server/context'
import { testOffice } from '../../testing/office'
import { changeTemplate, createTemplate, listTemplates, removeTemplate } from './templates'

const fields = { order: { amount: 1490, currency: 'EUR' }, settings: { language: 'de' } }

onEachEngine('templates of checkouts in a shop', (kind) => {
  const office = testOffice(kind)
  let shop: ActorContext
  let shops = 0

  const fresh = async () => {
    const made = await office.insertShop(`shop-${1000 + shops++}`)
    shop = { ...office.context, shop: made, actor: await office.insertPerson(made.id) }
  }
  const names = async () => (await listTemplates(shop)).items.map(({ name, is_default: isDefault }) => `${name}${isDefault ? ' *' : ''}`) // prettier-ignore

  it('are kept, changed and removed', async () => {
    await fresh()
    const made = await createTemplate(shop, { name: 'Monthly', fields })
    expect((await listTemplates(shop)).items).toEqual([made])
    expect(made).toMatchObject({ name: 'Monthly', fields, is_default: false })
    await changeTemplate(shop, made.id, { name: 'Yearly', fields: { attempts: 3 } })
    expect((await listTemplates(shop)).items).toMatchObject([{ name: 'Yearly', fields: { attempts: 3 } }])
    await removeTemplate(shop, made.id)
    expect(await names()).toEqual([])
    await expect(removeTemplate(shop, made.id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(changeTemplate(shop, 'no-id', { name: 'x' })).rejects.toMatchObject({ code: 'not_found' })
  })

  it('have one default at most, even after concurrent changes', async () => {
    await fresh()
    const made = await Promise.all(
      ['b', 'a', 'c'].map((name) => createTemplate(shop, { name, fields, is_default: true })),
    )
    expect((await names()).filter((name) => name.endsWith('*'))).toHaveLength(1)
    await Promise.all(made.map(({ id }) => changeTemplate(shop, id, { is_default: true })))
    const [first, ...others] = await names()
    expect(first).toMatch(/\*$/)
    expect(others).toEqual(['a', 'b', 'c'].filter((name) => name !== first?.slice(0, 1)))
    for (const { id } of made) await changeTemplate(shop, id, { is_default: false })
    expect(await names()).toEqual(['a', 'b', 'c'])
  })

  it('have names of their own, in any case of letters', async () => {
    await fresh()
    const made = await createTemplate(shop, { name: 'Monthly', fields })
    const taken = { code: 'invalid', errors: { name: [expect.stringContaining('already')] } }
    await expect(createTemplate(shop, { name: 'MONTHLY', fields })).rejects.toMatchObject(taken)
    const other = await createTemplate(shop, { name: 'Other', fields })
    await expect(changeTemplate(shop, other.id, { name: 'monthly' })).rejects.toMatchObject(taken)
    await changeTemplate(shop, made.id, { name: 'monthly' })
    expect(await names()).toEqual(['monthly', 'Other'])
  })

  it('store no card, and are hidden from support', async () => {
    await fresh()
    await createTemplate(shop, {
      name: 'All',
      fields: {
        customer: { email: 'anna@reader.example' },
        payment_method: { excluded_brands: ['visa'], credit_card: { token: 'secret' } },
      },
    })
    const customer = { email: 'anna@reader.example' }
    const method = { payment_method: { excluded_brands: ['visa'] } }
    expect((await listTemplates(shop)).items[0]?.fields).toEqual({ customer, ...method })
    const support = { ...shop, actor: await office.insertPerson(shop.shop.id, 'support') }
    expect((await listTemplates(support)).items[0]?.fields).toEqual(method)
    const scopes = ['checkouts.read', 'checkouts.templates'] as const
    const program = { ...shop, actor: { ...shop.actor, scopes } }
    const { id } = (await listTemplates(program)).items[0]!
    expect((await changeTemplate(program, id, { is_default: true })).fields).toEqual(method)
    expect((await listTemplates(shop)).items[0]?.fields).toEqual({ customer, ...method })
  })

  it('keep dots that a person typed, and leave out masked texts', async () => {
    await fresh()
    const order = { description: 'Rating •••' }
    const settings = { button_text: 'Ask anna@reader.example', return_url: 'https://shop.example/' }
    await createTemplate(shop, {
      name: 'For anna@reader.example',
      fields: { order, settings, list: ['•••', 'anna@reader.example'] },
    })
    const support = { ...shop, actor: await office.insertPerson(shop.shop.id, 'support') }
    const [{ id, ...shown } = { id: '' }] = (await listTemplates(support)).items
    expect(shown).toMatchObject({
      name: 'For a•••@reader.example',
      fields: { order, settings: { return_url: 'https://shop.example/' }, list: ['•••'] },
    })
    const scopes = ['checkouts.read', 'checkouts.templates'] as const
    const program = { ...shop, actor: { ...shop.actor, scopes } }
    await changeTemplate(program, id, { name: 'For a•••@reader.example' })
    expect(await names()).toEqual(['For anna@reader.example'])
    await changeTemplate(program, id, { name: 'For anyone' })
    expect(await names()).toEqual(['For anyone'])
  })

  it('keep what a program does not see when it sends back what it read', async () => {
    await fresh()
    const customer = { email: 'anna@reader.example', first_name: 'Anna' }
    const settings = { button_text: 'Ask anna@reader.example', return_url: 'https://shop.example/' }
    const stored = {
      customer,
      settings,
      list: [{ note: 'anna@reader.example', at: 1 }, 'plain'],
      attempts: 3,
    }
    const { id } = await createTemplate(shop, { name: 'Anna', fields: stored })
    const scopes = ['checkouts.read', 'checkouts.templates'] as const
    const program = { ...shop, actor: { ...shop.actor, scopes } }
    const fieldsNow = async () => (await listTemplates(shop)).items[0]?.fields
    const [{ fields: read } = { fields: {} }] = (await listTemplates(program)).items
    expect(read).toEqual({ settings: { return_url: 'https://shop.example/' }, list: [{ at: 1 }, 'plain'], attempts: 3 }) // prettier-ignore
    expect((await changeTemplate(program, id, { fields: read })).fields).toEqual(read)
    expect(await fieldsNow()).toEqual(stored)
    // What it sees, it may change and remove.
    await changeTemplate(program, id, { fields: { list: ['new'], settings: { return_url: 'https://b.example/' } } }) // prettier-ignore
    expect(await fieldsNow()).toEqual({
      customer,
      settings: { ...settings, return_url: 'https://b.example/' },
      list: ['new', { note: 'anna@reader.example' }],
    })
    await changeTemplate(program, id, { fields: { customer: { email: 'new@x.example' } } })
    expect(await fieldsNow()).toMatchObject({
      customer: { email: 'new@x.example' },
      settings: { button_text: 'Ask anna@reader.example' },
    })
    await changeTemplate(shop, id, { fields: { attempts: 1 } })
    expect(await fieldsNow()).toEqual({ attempts: 1 })
  })

  it('are of one shop', async () => {
    await fresh()
    const { id } = await createTemplate(shop, { name: 'Mine', fields })
    await fresh()
    expect(await names()).toEqual([])
    await expect(removeTemplate(shop, id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(changeTemplate(shop, id, { name: 'x' })).rejects.toMatchObject({ code: 'not_found' })
  })
})
