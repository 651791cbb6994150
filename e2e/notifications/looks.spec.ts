import { looks } from '../kit/accessible'
import { expect, test } from '../kit/fixtures'
import { idOf, list, own, post, transaction } from '../kit/notifications'

for (const look of looks) {
  test(`the list and a notification are accessible and fit, ${look.name}`, async ({
    page,
    signIn,
    sandbox,
  }) => {
    test.slow()
    await look.take(page)
    await signIn()
    const name = `${'A very long description, as somebody may send it. '.repeat(4)}${own('end')}`
    const uid = crypto.randomUUID()
    const type = `an_unknown_type_${'x'.repeat(5000)}`
    const long = { uid, type, status: 'a_status_that_nobody_knows' }
    await post(page.request, transaction(name, { ...long, tracking_id: 'x'.repeat(200) }), sandbox)
    await post(
      page.request,
      transaction(name, { ...long, status: 'failed', message: 'No'.repeat(90) }),
      sandbox,
    )
    const id = await idOf(page.request, uid, 'failed')
    await page.goto(list)
    await expect(page.locator('[data-row]').filter({ visible: true }).first()).toBeVisible()
    await look.expectFit(page, list)
    await page.goto(`${list}?open=${id}`)
    await expect(page.getByRole('region', { name: 'Evidence' })).toBeVisible()
    await look.expectFit(page, 'panel')
    await page.goto(`${list}/${id}`)
    await expect(page.getByRole('region', { name: 'Evidence' })).toBeVisible()
    await look.expectFit(page, 'page')
    await page.getByRole('button', { name: 'Link by hand' }).click()
    await expect(page.getByRole('dialog', { name: 'What is it about?' })).toBeVisible()
    await look.expectFit(page, 'link dialog')
  })
}
