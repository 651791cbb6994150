import { expectAccessible } from './kit/accessible'
import { expect, test } from './kit/fixtures'
import { idOf, post, transaction } from './kit/notifications'

const own = () => crypto.randomUUID().slice(0, 8)

test('a statement is compared, its missing payments recorded, and undone', async ({
  page,
  signIn,
  sandbox,
}) => {
  await signIn()
  const [here, lost, onlyHere] = [own(), own(), own()]
  const at = '2026-02-03T10:00:00Z'
  for (const uid of [here, onlyHere]) {
    const times = { created_at: at, updated_at: at, paid_at: at }
    await post(page.request, transaction(uid, { uid, amount: 1250, ...times }), sandbox)
    await idOf(page.request, uid, 'successful')
  }

  await page.goto('/shops/sandbox/payments')
  await page.getByRole('link', { name: 'Reconciliations' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Reconciliations' })).toBeVisible()
  await page.getByRole('link', { name: 'Reconcile a statement' }).click()
  await page.getByLabel('CSV file').setInputFiles({
    name: 'february.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      [
        'Transaction UID;Betrag;Whg;Datum;Kunde',
        `${here};13,00;EUR;03.02.2026 11:00;Maria Keller`,
        `${lost};7,50;EUR;03.02.2026 12:00;Maria Keller`,
        'Summe;20,50;;;',
      ].join('\n'),
    ),
  })
  // The file does not show whether the day or the month comes first, nor does our guess know this currency column.
  await expect(page.getByText('Guessed from the names')).toBeVisible()
  await expect(page.getByText('Choose the currency column, or type one currency')).toBeVisible()
  await expectAccessible(page, 'statement')
  const compare = page.getByRole('button', { name: 'Compare' })
  await compare.press('Enter')
  const currency = page.getByLabel('Currency of all rows')
  await expect(currency).toBeFocused()
  await expect(currency).toHaveAccessibleDescription(/Choose the currency column/)
  await expect(page.getByRole('alert').filter({ hasText: 'Choose the currency column' })).toBeVisible()
  await expectAccessible(page, 'statement with an error')
  await page.getByRole('button', { name: 'Read as: Whg' }).click()
  await page.getByRole('option', { name: 'Currency' }).click()
  await compare.click()

  await expect(page.getByRole('heading', { level: 1, name: 'february.csv' })).toBeVisible()
  const groups = page.getByRole('group', { name: 'Results of the rows' })
  await expect(groups.getByRole('button', { name: /^1\s*Differ/ })).toBeVisible()
  await expect(groups.getByRole('button', { name: /^1\s*Only in the statement/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(page.getByRole('row').filter({ hasText: lost })).toContainText('€7.50')
  await expectAccessible(page, 'reconciliation')

  await groups.getByRole('button', { name: /Differ/ }).click()
  const differing = page.getByRole('row').filter({ hasText: here })
  await expect(differing).toContainText('Amount')
  await expect(differing).toContainText('€13.00')
  await expect(differing).toContainText('€12.50')
  await groups.getByRole('button', { name: /Only here/ }).click()
  await expect(page.getByRole('row').filter({ hasText: onlyHere })).toContainText('credentials matched')

  await page.getByRole('button', { name: 'Record 1 payment' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('resting on the statement alone')
  await question.getByRole('button', { name: 'Record 1 payment' }).click()
  await expect(page.getByText('Recorded', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  await page.goto(`/shops/sandbox/payments/${lost}`)
  await expect(page.getByRole('heading', { level: 1, name: '€7.50' })).toBeVisible()
  const story = page.getByRole('region', { name: 'What happened' })
  await expect(story).toContainText('only in the provider’s statement')
  await story.getByRole('link', { name: 'Reconciliation' }).click()

  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone', { exact: true }).first()).toBeVisible()
  expect((await page.request.get(`/api/shops/sandbox/payments/${lost}`)).status()).toBe(404)
})
