import type { Page } from '@playwright/test'
import { expect, test } from '../kit/fixtures'

const settings = '/shops/sandbox/settings'
const networksOf = (page: Page) => page.getByLabel('Allowed networks')
const saveEvidence = (page: Page) => page.getByRole('button', { name: 'Save evidence' }).click()

test('two owners save the same setting: the later one sees the conflict, and decides', async ({
  page,
  context,
  signIn,
  expectErrors,
}) => {
  expectErrors(/409 \(Conflict\)/)
  await signIn()
  const other = await context.newPage()
  for (const tab of [page, other]) await tab.goto(`${settings}/notifications`)
  await networksOf(page).fill('192.0.2.0/24')
  await networksOf(other).fill('198.51.100.0/24')
  await saveEvidence(other)
  await expect(other.getByText('Saved', { exact: false }).first()).toBeVisible()

  await saveEvidence(page)
  await expect(page.getByText('somebody else changed these settings in the meantime').first()).toBeVisible()
  const theirs = 'Somebody else saved: 198.51.100.0/24. Save again to replace it.'
  await expect(page.getByText(theirs).first()).toBeVisible()
  await expect(networksOf(page)).toHaveValue('192.0.2.0/24')
  await saveEvidence(page)
  await expect(page.getByText(theirs)).toHaveCount(0)
  await expect(networksOf(other)).toHaveValue('192.0.2.0/24')

  await networksOf(other).fill('')
  await saveEvidence(other)
  await expect(networksOf(page)).toHaveValue('')
})

test('two owners who save different settings do not disturb each other', async ({
  page,
  context,
  signIn,
  expectErrors,
}) => {
  // A change of other fields is sent again automatically.
  expectErrors(/409 \(Conflict\)/)
  await signIn()
  const other = await context.newPage()
  await page.goto(`${settings}/appearance`)
  await other.goto(`${settings}/notifications`)
  const name = page.getByRole('textbox', { name: 'Public name' })
  await name.fill('Corner shop')
  await networksOf(other).fill('203.0.113.0/24')
  await saveEvidence(other)
  await expect(other.getByText('Saved', { exact: false }).first()).toBeVisible()
  await networksOf(other).fill('')
  await saveEvidence(other)

  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText('Saved', { exact: false }).first()).toBeVisible()
  await expect(page.getByText(/somebody else (has )?changed/)).toHaveCount(0)
  await expect(page.getByText('Changed by').first()).toBeVisible()
  await page.reload()
  await expect(name).toHaveValue('Corner shop')
  await name.fill('')
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText('Saved', { exact: false }).first()).toBeVisible()
})
