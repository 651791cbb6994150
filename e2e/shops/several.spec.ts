import { freePort } from '../../scripts/lib/processes/free-port.mjs'
import { expectAccessible, expectNoSidewaysScroll } from '../kit/accessible'
import { expect, test } from '../kit/fixtures'
import { startServer } from '../kit/own-server'

const port = await freePort()
const origin = `http://localhost:${port}`
const owner = { email: 'owner@shop.example', password: 'twelve green bottles' }

test('shops are found in the menu, and one is deleted after an export while another tab shows it', async ({
  browser,
  expectErrors,
}) => {
  expectErrors(/404|409|422/)
  const stop = await startServer(port, owner)
  try {
    const context = await browser.newContext({ baseURL: origin })
    const page = await context.newPage()
    await page.goto('/sign-in')
    await page.getByLabel('E-mail').fill(owner.email)
    await page.getByLabel('Password', { exact: true }).fill(owner.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
    const headers = { origin }
    for (const name of ['Paper & Co', 'Ink', 'Glue', 'String', 'Stamps', 'Pens']) {
      const made = await page.request.post('/api/shops', { data: { mode: 'sandbox', name }, headers })
      expect(made.ok()).toBe(true)
    }
    await page.reload()

    // Typing filters, arrows move, Enter switches.
    await page.getByRole('button', { name: /Shop \d+ · sandbox/ }).click()
    const menu = page.getByRole('menu')
    await expect(menu.getByRole('menuitem')).toHaveCount(8)
    await expect(menu.getByRole('menuitem', { name: 'Add a shop' })).toBeVisible()
    await expect(
      menu.getByRole('menuitem', { name: /^Ink Shop \d+ · sandbox Gateway reachable/ }),
    ).toBeVisible()
    await expectAccessible(page, 'the menu of shops')
    await page.keyboard.type('sandbox pa')
    await expect(menu.getByRole('menuitem')).toHaveCount(1)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${origin}/shops/sandbox-2`)

    // The palette finds them, too.
    await page.keyboard.press('ControlOrMeta+k')
    await expect(page.getByRole('dialog', { name: 'Search and commands' })).toBeVisible()
    await page.keyboard.type('glue')
    await page.getByRole('menuitem', { name: /^Glue/ }).click()
    await expect(page).toHaveURL(`${origin}/shops/sandbox-4`)

    const other = await context.newPage()
    await other.goto('/shops/sandbox-2/settings/appearance')
    const publicName = other.getByRole('textbox', { name: 'Public name' })
    await publicName.fill('Paper')

    await page.goto('/shops/sandbox-2/settings/general')
    await expect(page.getByRole('button', { name: 'Delete shop' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Archive shop' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Archive' }).click()
    // The other tab learns of it. What was typed there stays, but can no longer be saved.
    await expect(other.getByRole('region', { name: 'Archived shop' })).toBeVisible()
    await expect(other.getByText(/its settings can only be read/)).toBeVisible()
    await expect(other.getByRole('button', { name: /^Save/ })).toHaveCount(0)
    await expect(publicName).toHaveValue('Paper')

    await page.getByRole('button', { name: 'Delete shop' }).click()
    const dialog = page.getByRole('dialog')
    await expectAccessible(page, 'the question before a shop is deleted')
    await page.setViewportSize({ width: 360, height: 740 })
    await expectNoSidewaysScroll(page, 'the question before a shop is deleted')
    await page.setViewportSize({ width: 1440, height: 900 })
    const name = dialog.getByLabel('Type the shop’s name')
    const confirm = dialog.getByRole('button', { name: 'Delete for ever' })
    await name.fill('Paper')
    await confirm.click()
    await expect(dialog).toContainText('The shop’s name is “Paper & Co”')
    await name.fill('Paper & Co')
    await confirm.click()
    await expect(dialog).toContainText('Export the shop first')
    const download = page.waitForEvent('download')
    await dialog.getByRole('link', { name: 'Export everything' }).click()
    expect((await download).suggestedFilename()).toMatch(/^sandbox-2-[\d-]+\.zip$/)
    await expect(dialog).toContainText('by Owner')
    await confirm.click()
    await expect(page.getByText('Paper & Co is deleted.')).toBeVisible()
    await expect(page).toHaveURL(`${origin}/shops/sandbox`)
    await expect(other.getByText('You no longer have access to Paper & Co')).toBeVisible()
    await expect(other.getByText('or the shop was deleted')).toBeVisible()

    // If no live event arrives, a list, a form and the live stream report it as well.
    for (const path of ['/products', '/events', '/appearance']) {
      const answer = await page.request.get(`/api/shops/sandbox-2${path}`)
      expect([path, answer.status(), await answer.text()]).toEqual([
        path,
        404,
        expect.stringContaining('It may have been deleted'),
      ])
    }
    await other.goto('/shops/sandbox-2/products')
    await expect(other.getByRole('heading', { name: 'Not found' })).toBeVisible()
    await page.getByRole('button', { name: /Shop \d+ · sandbox/ }).click()
    await expect(page.getByRole('menuitem', { name: /^Ink/ })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: /^Paper/ })).toHaveCount(0)
    await context.close()
  } finally {
    await stop()
  }
})
