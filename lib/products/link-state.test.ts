import { describe, expect, it, test } from 'vitest'
import type { CheckoutItem } from '../checkouts/schema'
import { checkoutLink } from '../checkouts/link'
import { isWebAddress, type LinkFault, type LinkRepair, productLink } from './link-state'
import type { ProductItem } from './schema'

const now = Date.parse('2026-11-22T12:00:00Z')
const view = { now, sandbox: null }
const product = {
  infinite: true,
  quantity: null,
  immortal: true,
  expired_at: null,
  archived: false,
  vanished: false,
} satisfies Partial<ProductItem>
const payUrl = 'https://pay.example/products/prd_1/pay'

describe('the link of a product', () => {
  const limited = { infinite: false, immortal: false, quantity: 1, expired_at: '2026-11-22T12:00:00.001Z' }
  const over = { ...limited, expired_at: '2026-11-22T12:00:00Z' }
  const out = { ...limited, quantity: 0 }
  it.each<[string, Partial<ProductItem>, LinkFault | null, LinkRepair | null]>([
    ['without limits', {}, null, null],
    ['with time and stock left', limited, null, null],
    ['of which the gateway tells neither', { infinite: null, immortal: null }, null, null],
    ['at the moment it expires', over, 'expired', 'extend'],
    ['without stock', out, 'sold_out', 'restock'],
    ['archived here', { archived: true }, 'archived', 'unarchive'],
    ['that vanished', { vanished: true, ...over, archived: true }, 'vanished', 'duplicate'],
  ])('%s', (_, change, fault, repair) =>
    expect(productLink({ ...product, ...change }, payUrl, view)).toEqual({ fault, repair }),
  )
})

describe('an address', () => {
  const own = { now, sandbox: 'https://office.example' }
  it.each<[string | null, LinkFault | null]>([
    [null, 'missing'],
    ['', 'missing'],
    ['javascript:alert(1)', 'not_web'],
    ['data:text/html,x', 'not_web'],
    ['//pay.example/x', 'not_web'],
    ['https://', 'not_web'],
    ['https://office.example/sandbox/products/prd_1/pay', null],
    ['http://localhost:3000/sandbox/products/prd_1/pay', 'elsewhere'],
    ['http://office.example/sandbox/products/prd_1/pay', 'elsewhere'],
    ['https://pay.example/products/prd_1/pay', null],
  ])('%s in the sandbox shop: %s', (url, fault) => expect(productLink(product, url, own).fault).toBe(fault))
  test('of a real gateway may have any path', () =>
    expect(productLink(product, 'https://pay.example/sandbox/1', view).fault).toBeNull())
  test('is a web address in whatever case it is written', () =>
    expect(isWebAddress('HTTPS://pay.example/')).toBe(true))
})

describe('the link of a checkout', () => {
  const open = {
    redirect_url: 'https://checkout.example/v2/checkout?token=1',
    state: 'open',
    attempts_left: 1,
    expires_at: '2026-11-22T12:00:01Z',
  } satisfies Partial<CheckoutItem>
  const over = { expires_at: '2026-11-22T12:00:00Z' }
  it.each<[Partial<CheckoutItem>, LinkFault | null, LinkRepair | null]>([
    [{}, null, null],
    [over, 'expired', 'reissue'],
    [{ redirect_url: null }, 'missing', 'reissue'],
    [{ redirect_url: 'javascript:pay()' }, 'not_web', null],
    [{ state: 'declined' }, null, null],
    [{ state: 'declined', ...over }, 'expired', 'reissue'],
    [{ state: 'declined', attempts_left: 0 }, 'declined', 'reissue'],
    [{ state: 'declined', attempts_left: 0, ...over }, 'declined', 'reissue'],
    [{ state: 'expired' }, 'expired', 'reissue'],
    [{ state: 'pending' }, 'pending', null],
    [{ state: 'paid', ...over }, 'used', null],
    [{ state: 'cancelled' }, 'cancelled', 'reissue'],
    [{ state: 'unconfirmed', redirect_url: null }, 'unconfirmed', 'settle'],
  ])('%o: %s, %s', (change, fault, repair) =>
    expect(checkoutLink({ ...open, ...change }, view)).toEqual({ fault, repair }),
  )
})
