import { beforeAll, expect, it } from 'vitest'
import { createTemplate, listTemplates } from '../../../checkouts/server/templates'
import { onEachEngine } from '../../../db/testing-engines'
import { testOffice } from '../../../testing/office'
import { customersOf } from '../testing'
import { anonymiseCustomer } from './anonymise'

const anna = {
  first_name: 'Anna',
  last_name: 'Keller',
  email: 'anna@mail.example',
  country: 'DE',
  zip: '10115',
}
const fields = {
  order: { description: 'Tickets for Berlin', amount: 1490, currency: 'EUR' },
  customer: anna,
  settings: { language: 'de', return_url: 'https://pay-here.example/thank-you' },
}

onEachEngine('templates of checkouts when a customer is anonymised', (kind) => {
  const office = testOffice(kind)
  let here: ReturnType<typeof customersOf>
  beforeAll(async () => {
    here = customersOf(office)
    await here.synced()
    await createTemplate(office.context, { name: 'Anna', fields })
  })
  const templates = async () => (await listTemplates(office.context)).items.map((one) => one.fields)

  it.each([
    { address: '-' },
    { address: 'DE' },
    { address: 'Berlin' },
    { phone: '-' },
    { email: 'na@mail.example' },
    { first_name: 'Na', last_name: 'Keller' },
    { first_name: 'Anna', last_name: 'Kel' },
    { external_id: '10115' },
  ])('stay if they are about somebody else: %j', async (given) => {
    const [id = ''] = await here.insert({ email: `${Object.values(given)[0]}@x.example`, ...given })
    await anonymiseCustomer(office.context, id)
    expect(await templates()).toEqual([fields])
  })

  it.each([
    { email: 'bo@x.example', first_name: 'Bo', last_name: 'Li' },
    { email: 'cy@x.example', first_name: 'Suharto' },
    { email: 'di@x.example', address: 'Main Street 5' },
    { email: 'ed@x.example', address: 'Rosenhof' },
    { email: 'fu@x.example', address: '東京都千代田区霞が関' },
    { email: 'gu@x.example', external_id: 'K-1001' },
  ])('no longer name the person: %j', async (person) => {
    const { email, ...customer } = person
    await createTemplate(office.context, { name: `Monthly ${email.slice(0, 2)}`, fields: { customer } })
    const [id = ''] = await here.insert(person)
    await anonymiseCustomer(office.context, id)
    expect(JSON.stringify(await templates())).not.toMatch(/"Bo"|Suharto|Main Street|Rosenhof|東京|K-1001/)
  })

  it('no longer name a person of one name in a description', async () => {
    const description = 'Rent for Wolfram'
    await createTemplate(office.context, { name: 'Rent', fields: { order: { description } } })
    const [id = ''] = await here.insert({ email: 'wo@x.example', first_name: 'Wolfram' })
    await anonymiseCustomer(office.context, id)
    expect(JSON.stringify(await templates())).not.toContain('Wolfram')
  })

  it.each(['Monthly for Gundula Pausewang', 'gundula@x.example', 'Pausewang, Gundula'])(
    'no longer name a person in their own name: %s',
    async (name) => {
      const { id: template } = await createTemplate(office.context, { name, fields: {} })
      const [id = ''] = await here.insert({
        email: 'gundula@x.example',
        first_name: 'Gundula',
        last_name: 'Pausewang',
      })
      await anonymiseCustomer(office.context, id)
      const { items } = await listTemplates(office.context)
      expect(items.find((one) => one.id === template)?.name).toMatch(/•••/)
      expect(JSON.stringify(items)).not.toMatch(/gundula|pausewang/i)
      expect(items.map((one) => one.name)).toContain('Anna')
    },
  )
})
