import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { looks } from '../kit/accessible'
import { expect, test } from '../kit/fixtures'

const alerts = '/shops/sandbox/settings/alerts'

/** A chat's incoming webhook with a configurable answer. */
async function openChat() {
  const posts: string[] = []
  const behaviour = { status: 200, answer: 'ok' }
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (part: string) => (text += part))
    request.on('end', () => {
      posts.push(text)
      response.writeHead(behaviour.status).end(behaviour.answer)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/services/secret-part-of-it-4711`,
    posts,
    behaviour,
    close: () => server.close(),
  }
}

test('an owner has alerts sent to a chat, tries it, hears of a forgery, and dismisses it', async ({
  page,
  signIn,
  expectErrors,
}) => {
  expectErrors(/422/)
  const chat = await openChat()
  await signIn()
  await page.goto(alerts)
  const form = page.getByRole('region', { name: 'Chat', exact: true }).locator('..')
  await form.getByText('Send alerts to a chat').click()
  await form.getByRole('button', { name: /Save chat/ }).click()
  await expect(form.getByText('Fill this in').last()).toBeVisible()
  await form.getByLabel('Address of the chat').fill(chat.url)
  await form.getByRole('button', { name: /Save chat/ }).click()
  await expect(form.getByText(/Saved: http:\/\/127\.0\.0\.1:\d+\/…4711/)).toBeVisible()
  await expect(form.getByLabel('Address of the chat')).toHaveValue('')

  chat.behaviour.status = 404
  chat.behaviour.answer = 'no_service'
  await form.getByRole('button', { name: 'Send a test' }).click()
  await expect(form.getByText('It was refused (status 404)')).toBeVisible()
  Object.assign(chat.behaviour, { status: 200, answer: 'ok' })
  await form.getByRole('button', { name: 'Send a test' }).click()
  await expect(form.getByText('Delivered (status 200)')).toBeVisible()

  const shop = (await (await page.request.get('/api/shops/sandbox')).json()) as { notification_url: string }
  await page.request.post(new URL(shop.notification_url).pathname, {
    data: { transaction: { uid: crypto.randomUUID(), status: 'successful' } },
  })
  const open = page.getByRole('region', { name: 'Open', exact: true })
  const alert = open
    .getByRole('listitem')
    .filter({ hasText: 'A notification without evidence arrived' })
    .first()
  await expect(alert).toBeVisible({ timeout: 20_000 })
  await expect(alert.getByText(/Chat, the alert: delivered/)).toBeVisible({ timeout: 20_000 })
  expect(chat.posts.some((text) => text.includes('A notification without evidence arrived'))).toBe(true)
  await page.goto('/shops/sandbox')
  const notice = page.getByRole('region', { name: /open alert/ })
  await expect(notice.getByText('A notification without evidence arrived')).toBeVisible()
  await notice.getByRole('link', { name: 'Show alerts' }).click()
  await alert.getByRole('button', { name: 'Dismiss' }).click()
  const closed = page.getByRole('region', { name: 'Closed', exact: true })
  await expect(closed.getByRole('listitem').filter({ hasText: 'by Owner' }).first()).toBeVisible()

  await form.getByRole('button', { name: 'Forget the address' }).click()
  await expect(form.getByText('Saved: http')).toBeHidden()
  expect((await page.request.get('/api/shops/sandbox/alerts/settings')).ok()).toBe(true)
  chat.close()
})

test('errors of rules and addresses appear at their fields', async ({ page, signIn }) => {
  await signIn()
  await page.goto(alerts)
  const rules = page.getByRole('region', { name: 'What is watched' }).locator('..')
  await rules.getByLabel('Failed attempts').fill('1')
  await rules.getByText('No notification for some time').click()
  await rules.getByText('Count some hours of the day only').click()
  await rules.getByLabel('From hour').fill('20')
  await rules.getByLabel('To hour').fill('8')
  await rules.getByRole('button', { name: /Save rules/ }).click()
  await expect(page.getByText('At least 2').last()).toBeVisible()
  await expect(page.getByText('Must be later than the start').last()).toBeVisible()
  await rules.getByLabel('Failed attempts').fill('4')
  await rules.getByLabel('From hour').fill('8')
  await rules.getByLabel('To hour').fill('20')
  await rules.getByRole('button', { name: /Save rules/ }).click()
  await expect(page.getByText('Saved.').first()).toBeVisible()
  await page.reload()
  await expect(rules.getByLabel('Failed attempts')).toHaveValue('4')
  await rules.getByLabel('Failed attempts').fill('3')
  await rules.getByText('No notification for some time').click()
  await rules.getByRole('button', { name: /Save rules/ }).click()
  await expect(page.getByText('Saved.').first()).toBeVisible()

  const mail = page.getByRole('region', { name: 'E-mail', exact: true }).locator('..')
  await mail.getByText('Send alerts by e-mail').click()
  await expect(mail.getByText(/^Nothing is mailed yet/)).toBeVisible()
  await mail.getByLabel('To', { exact: true }).fill('ann@shop.example\nnobody')
  await mail.getByRole('button', { name: /Save e-mail/ }).click()
  await expect(mail.getByText('nobody: Not an e-mail address').last()).toBeVisible()
  await mail.getByLabel('To', { exact: true }).fill('ann@shop.example')
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await mail.getByRole('button', { name: /Save e-mail/ }).click()
  expect((await saved).ok()).toBe(true)
  await mail.getByText('Send alerts by e-mail').click()
  await mail.getByRole('button', { name: /Save e-mail/ }).click()
  await expect(mail.getByLabel('To', { exact: true })).toBeHidden()
})

for (const look of looks) {
  test(`alerts and notification settings are accessible and fit, ${look.name}`, async ({ page, signIn }) => {
    await look.take(page)
    await signIn()
    for (const path of [alerts, '/shops/sandbox/settings/notifications']) {
      await page.goto(path)
      await expect(page.locator('h1').first()).toBeVisible()
      await look.expectFit(page, path)
    }
    await page.getByRole('button', { name: 'Make new addresses…' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await look.expectFit(page, 'make new addresses')
  })
}
