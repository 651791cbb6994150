import { expect, it } from 'vitest'
import { onEachEngine } from '../../db/testing-engines'
import { ensureSandboxShop } from '../shops/shops'
import { basic, customerBody, testSandbox } from '../testing'

const whole = customerBody({
  address: 'Lindenweg 4',
  city: 'Albany',
  country: 'US',
  zip: '12207-1234',
  state: 'NY',
  phone: '+1 518 555 0100',
  external_id: 'c-17',
})

onEachEngine('customers of the sandbox through the interface', (kind) => {
  const sandbox = testSandbox(kind)

  const create = async (body: unknown) => {
    const answer = await sandbox.call('POST', '/customers', { body })
    expect(answer.status).toBe(201)
    return (await answer.json()) as { id: string }
  }
  const read = async (path: string) => (await sandbox.call('GET', path)).json()

  it.each([
    ['every field', whole, whole],
    ['the least', { email: 'a@b.example', ip: '::1' }, { email: 'a@b.example', ip: '::1' }],
    ['unknown keys', customerBody({ colour: 'red', nested: { id: 'cst_1' } }), customerBody()],
    ['nulls', customerBody({ phone: null, state: null }), customerBody()],
    ['empty text', customerBody({ phone: '' }), customerBody({ phone: '' })],
    [
      'a zip elsewhere',
      customerBody({ country: 'GB', zip: 'SW1A 1AA' }),
      customerBody({ country: 'GB', zip: 'SW1A 1AA' }),
    ],
    [
      '255 characters',
      customerBody({ external_id: 'x'.repeat(255) }),
      customerBody({ external_id: 'x'.repeat(255) }),
    ],
    [
      'a prototype',
      JSON.parse('{"email":"a@b.example","ip":"::1","__proto__":{"phone":"1"}}'),
      { email: 'a@b.example', ip: '::1' },
    ],
  ])('creates with %s, and answers what was submitted', async (_, sent, submitted) => {
    const customer = await create(sent)
    expect(customer).toEqual({ id: expect.stringMatching(/^cst_[0-9a-f]{16}$/), ...submitted })
    expect(await read(`/customers/${customer.id}`)).toEqual(customer)
  })

  it('lists newest first, whatever the query says', async () => {
    const made: unknown[] = []
    for (const first_name of ['One', 'Two', 'Three']) made.unshift(await create(customerBody({ first_name })))
    expect(((await read('/customers?page=2&per_page=1')) as unknown[]).slice(0, 3)).toEqual(made)
  })

  it("shows nobody another shop's customers", async () => {
    const { id } = await create(customerBody())
    await ensureSandboxShop(sandbox.engine.db, sandbox.engine.sealer, { shopId: 362, secretKey: 'other' })
    const authorization = basic(362, 'other')
    expect((await sandbox.call('GET', `/customers/${id}`, { authorization })).status).toBe(404)
    expect(await (await sandbox.call('GET', '/customers', { authorization })).json()).toEqual([])
  })
})
