import type { APIRequestContext } from '@playwright/test'
import { looks } from '../kit/accessible'
import { expect, test } from '../kit/fixtures'
import { back, cards, cardToken, checkout, type Shop } from '../kit/payer'

/** Returns pages in every state, with everything that they can show. */
async function pagesToSee(request: APIRequestContext, shop: Shop): Promise<string[]> {
  const token = await cardToken(request, shop, cards.frictionless)
  const everything = {
    test: true,
    customer: { email: 'buyer@mail.example', country: 'US' },
    settings: {
      cancel_url: back,
      customer_fields: { visible: ['email', 'country', 'state', 'zip', 'birth_date'], read_only: ['email'] },
    },
    payment_method: { types: ['credit_card', 'blik'], excluded_brands: ['master'], credit_card: { token } },
  }
  const paid = async (number: string, parts = {}) => {
    const address = await checkout(request, shop, parts)
    const { pathname, searchParams } = new URL(address)
    const card = { number, expiry: '12/39', verification_value: '111', holder: 'A BUYER' }
    const data = { attempt: crypto.randomUUID(), source: 'entered', ...card }
    const answer = await request.post(`${pathname}/${searchParams.get('token')}/payments`, { data })
    return [address, ((await answer.json()) as { next: string }).next]
  }
  return [
    await checkout(request, shop, everything),
    await checkout(request, shop, { ...everything, settings: { ...everything.settings, language: 'ar' } }),
    await checkout(request, shop, { transaction_type: 'tokenization', settings: { language: 'ru' } }),
    await checkout(request, shop, { payment_method: { types: ['blik'] } }),
    ...(await paid(cards.success, { settings: { return_url: back, auto_return: '600' } })),
    ...(await paid(cards.declined, { attempts: 2 })),
    ...(await paid(cards.challenge)),
    '/sandbox/outbox',
    '/sandbox/v2/checkout?token=unknown',
  ]
}

for (const look of looks) {
  test(`no accessibility violations and no sideways scroll, ${look.name}`, async ({
    page,
    request,
    sandbox,
    expectErrors,
  }) => {
    expectErrors(/404/)
    test.slow()
    await look.take(page)
    for (const path of await pagesToSee(request, sandbox)) {
      await page.goto(path)
      await expect(page.locator('h1')).toBeVisible()
      await look.expectFit(page, path)
    }
  })
}
