import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible, looks } from '../kit/accessible'
import { expect, test } from '../kit/fixtures'

const path = '/shops/sandbox/settings/forwarding'
const samples = '/shops/sandbox/notifications/samples'

/** A merchant's own system. It answers with the status at the end of the address. */
let server: Server
let address: string
const received: { url: string; body: string }[] = []

test.beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += String(chunk)))
    request.on('end', () => {
      const url = request.url ?? ''
      received.push({ url, body })
      response.writeHead(Number(url.split('/').at(-1)) || 200).end('as asked')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
test.afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const unique = (name: string) => `${name} ${crypto.randomUUID().slice(0, 8)}`
const cardOf = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
const act = async (page: Page, name: string, action: string) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

async function add(page: Page, name: string, url: string): Promise<string> {
  await page.getByRole('button', { name: 'Add endpoint' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: 'Name' }).fill(name)
  await form.getByRole('textbox', { name: 'Address' }).fill(url)
  await form.getByRole('button', { name: 'Add endpoint' }).click()
  const shown = page.getByRole('dialog', { name: `Signing secret of ${name}` })
  const secret = await shown.getByText(/^whsec_/).textContent()
  await shown.getByRole('button', { name: 'I have kept it' }).click()
  await expect(page.getByRole('button', { name: 'Add endpoint' })).toBeFocused()
  return secret ?? ''
}

async function remove(page: Page, name: string): Promise<void> {
  await act(page, name, 'Remove')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(cardOf(page, name)).toHaveCount(0)
}

test('an endpoint is added, tested, gets a sample, is resent to, paused and resumed', async ({
  page,
  signIn,
  expectErrors,
}) => {
  expectErrors(/422/)
  await signIn()
  await page.goto('/shops/sandbox/products')
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Forwarding' }).click()
  await expect(page.getByRole('heading', { name: 'Forwarding', level: 1 })).toBeVisible()

  // An invalid address is reported at its field, and the form keeps what was typed.
  await page.getByRole('button', { name: 'Add endpoint' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: 'Name' }).fill('Closed')
  await form.getByRole('textbox', { name: 'Address' }).fill('https://10.0.0.1/')
  await form.getByRole('button', { name: 'Add endpoint' }).click()
  await expect(form.getByText(/is in a private network/).first()).toBeVisible()
  await expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Closed')
  await form.getByRole('button', { name: 'Cancel' }).click()

  const name = unique('Web shop')
  expect(await add(page, name, `${address}/hook`)).toMatch(/^whsec_.{44}$/)
  await expect(cardOf(page, name)).toContainText('Nothing sent yet')
  await act(page, name, 'Send a test')
  const tested = page.getByRole('dialog', { name: `Test of ${name}` })
  await expect(tested).toContainText('It accepted the test.')
  await expect(tested).toContainText('8 bytes')
  await tested.getByRole('button', { name: 'Close' }).last().click()

  await page.goto(samples)
  await page.getByRole('button', { name: 'Send sample' }).click()
  await expect(page.getByText('It was received.')).toBeVisible()
  const uid = await page.getByText(/^sample-[0-9a-f-]{36}$/).textContent()
  await expect.poll(() => received.filter(({ body }) => body.includes(uid ?? '?')).length).toBe(1)
  await page.getByRole('link', { name: 'Open the notification' }).click()
  await expect(page.getByRole('complementary', { name: 'Notification' })).toContainText(uid ?? '?')

  await page.goto(path)
  await expect(cardOf(page, name)).toContainText('Healthy')
  await cardOf(page, name)
    .getByRole('button', { name: `1 delivered: show them in the log of ${name}` })
    .click()
  const log = page.getByRole('group', { name: 'Delivery log' })
  await log.getByRole('button', { name: 'payment · successful' }).first().click()
  const message = page.getByRole('dialog', { name: 'Message' })
  await expect(message).toContainText(uid ?? '?')
  await message.getByRole('button', { name: 'Send again' }).click()
  await expect.poll(() => received.filter(({ body }) => body.includes(uid ?? '?')).length).toBe(2)
  await page.keyboard.press('Escape')

  await act(page, name, 'New secret')
  await page.getByRole('alertdialog').getByRole('button', { name: 'New secret' }).click()
  await page.getByRole('button', { name: 'I have kept it' }).click()
  await expect(cardOf(page, name)).toContainText('The old secret expires')
  await act(page, name, 'Switch off')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Switch off' }).click()
  await expect(cardOf(page, name)).toContainText('Switched off by a person')
  await cardOf(page, name).getByRole('button', { name: 'Resume' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Resume' }).click()
  await expect(cardOf(page, name)).toContainText('Healthy')
  await remove(page, name)
})

test('a gone endpoint is disabled, and resumed with missed messages', async ({ page, signIn }) => {
  await signIn()
  await page.goto(path)
  const name = unique('Old system')
  await add(page, name, `${address}/410`)
  await page.goto(samples)
  await page.getByRole('button', { name: 'Send sample' }).click()
  await expect(page.getByText('It was received.')).toBeVisible()
  await page.goto(path)
  await expect(cardOf(page, name)).toContainText('it answered 410')
  await act(page, name, 'Edit')
  await page.getByRole('dialog').getByRole('textbox', { name: 'Address' }).fill(`${address}/again`)
  await page.getByRole('button', { name: 'Save' }).click()
  await cardOf(page, name).getByRole('button', { name: 'Resume' }).click()
  await expect(
    page.getByRole('checkbox', { name: 'Send the # message it missed, too'.replace('#', '1') }),
  ).toBeChecked()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Resume' }).click()
  await expect(cardOf(page, name)).toContainText('Healthy')
  await expect(cardOf(page, name)).toContainText('1 delivered')
  await remove(page, name)
})

test('two people edit an endpoint at once: the later one sees the conflict, and decides', async ({
  page,
  context,
  signIn,
  expectErrors,
}) => {
  expectErrors(/404|409/)
  await signIn()
  await page.goto(path)
  const name = unique('Warehouse')
  await add(page, name, `${address}/first`)
  const other = await context.newPage()
  await other.goto(path)
  const dialogs = []
  for (const tab of [page, other]) {
    await act(tab, name, 'Edit')
    dialogs.push(tab.getByRole('dialog'))
  }
  const [here, there] = dialogs as [Locator, Locator]
  const addressIn = (dialog: Locator) => dialog.getByRole('textbox', { name: 'Address' })
  const save = (dialog: Locator) => dialog.getByRole('button', { name: /^Save/ }).click()
  await addressIn(here).fill(`${address}/mine`)
  await addressIn(there).fill(`${address}/theirs`)
  await save(there)
  await expect(there).toHaveCount(0)

  await save(here)
  await expect(here.getByText('somebody else changed these settings in the meantime').first()).toBeVisible()
  await expect(here.getByText(`Somebody else saved: ${address}/theirs.`).first()).toBeVisible()
  await expect(addressIn(here)).toHaveValue(`${address}/mine`)
  await expectAccessible(page, 'an endpoint that somebody else changed meanwhile')
  await save(here)
  await expect(here).toHaveCount(0)
  await expect(cardOf(other, name)).toContainText(`${address}/mine`)

  // Removed in one tab, and edited in another: refused with a message, and what was typed stays.
  await act(page, name, 'Edit')
  await addressIn(here).fill(`${address}/late`)
  await remove(other, name)
  await save(here)
  await expect(here.getByRole('alert').first()).toBeVisible()
  await expect(addressIn(here)).toHaveValue(`${address}/late`)
})

test('a sample goes to an endpoint as it would be sent on', async ({ page, signIn }) => {
  await signIn()
  await page.goto(path)
  const name = unique('Books')
  await add(page, name, `${address}/books`)
  await page.goto(samples)
  await page.getByRole('button', { name: /^Successful payment/ }).click()
  await page.getByRole('option', { name: 'Refund' }).click()
  await expect(page.getByRole('group', { name: 'Body' })).toContainText('"type": "refund"')
  await page.getByRole('button', { name: /to this Counterfoil/ }).click()
  await page.getByRole('option', { name: `to ${name}` }).click()
  await page.getByRole('button', { name: 'Send sample' }).click()
  await expect(page.getByText('The endpoint accepted it.')).toBeVisible()
  expect(JSON.parse(received.findLast(({ url }) => url === '/books')?.body ?? '{}')).toMatchObject({
    type: 'notification.transaction',
    data: { type: 'refund', test: true },
  })
  await page.goto(path)
  await remove(page, name)
})

test('support sees neither', async ({ page, signIn, expectErrors, support }) => {
  expectErrors(/403/)
  await signIn()
  await page.goto('/shops/sandbox/products')
  const guest = await support()
  await expect(guest.getByRole('link', { name: 'Settings' })).toHaveCount(0)
  await guest.goto(path)
  await expect(
    guest.getByRole('heading', { name: 'Only owners and managers see what is sent on' }),
  ).toBeVisible()
})

for (const { name: look, take, expectFit } of looks)
  test(`forwarding and samples, ${look}`, async ({ page, signIn }) => {
    await take(page)
    await signIn()
    await page.goto(path)
    const name = unique('A system with a name that is far longer than anybody needs')
    const at = `${address}/an/address/that/goes/on/and/on/without/an/end/in/sight?and=a-query/500`
    await add(page, name, at)
    await page.goto(samples)
    await expectFit(page, samples)
    await page.getByRole('button', { name: 'Send sample' }).click()
    await expect(page.getByText('It was received.')).toBeVisible()
    await expectFit(page, `${samples}, sent`)
    await page.goto(path)
    await expect(cardOf(page, name)).toContainText('have not been accepted')
    await page.getByRole('button', { name: 'For developers of the receiver' }).click()
    await expectFit(page, path)
    await page
      .getByRole('group', { name: 'Delivery log' })
      .getByRole('button', { name: 'payment' })
      .first()
      .click()
    await expect(page.getByRole('dialog', { name: 'Message' })).toContainText('What is sent')
    await expectFit(page, `${path}, a message`)
    await page.keyboard.press('Escape')
    await act(page, name, 'Edit')
    await page.getByRole('button', { name: 'What is sent' }).click()
    await expectFit(page, `${path}, edited`)
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await remove(page, name)
  })
