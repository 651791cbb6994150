import { describe, expect, it } from 'vitest'
import { getTranslator } from '../core/i18n/server'
import { toEntry } from './server/entry'
import { activityWords } from './words'

const words = activityWords({
  t: getTranslator('activity'),
  may: getTranslator('people.roles.may'),
  product: getTranslator('products.label'),
})
const said = (action: string, detail: Record<string, unknown>) =>
  words
    .linesOf(
      toEntry(
        { id: '1', at: new Date(), action, actorId: null, subject: 'x', address: null, detail },
        new Map(),
      ),
    )
    .map(({ name, text }) => (name ? `${name}: ${text}` : text))

describe('the words for an entry', () => {
  const cases: [action: string, detail: Record<string, unknown>, lines: string[]][] = [
    [
      'person.role_changed',
      { from: 'support', to: 'manager', allowed_before: ['checkouts', 'replay'], allowed: [] },
      ['Support → Manager', 'Allowed: May make checkouts, May process notifications again → empty'],
    ],
    ['person.role_changed', { from: null, to: 'viewer' }, ['empty → Viewer']],
    ['invitation.created', { role: 'owner' }, ['Role: Owner']],
    [
      'reconciliation.said_missing',
      { rows: 1, reason: 'ann@mail.example, 4111 1111 1111 1111' },
      ['Rows: 1', 'Reason: a•••@mail.example, ••••1111'],
    ],
    ['shop.changed', { mode: { from: 'test', to: 'live' } }, ['Mode: Test → Live']],
    ['shop.changed', { name: { from: 'test', to: 'live' } }, ['Name: test → live']],
    ['shop.factor_rule_changed', { roles: { from: [], to: ['owner', 'viewer'] } }, ['Roles: empty → Owner, Viewer']],
    ['retention.changed', { before: null, after: 12 }, ['empty → 12']],
    ['checkout.checked', { before: 'open', after: 'partly_refunded' }, ['Open → Partly refunded']],
    ['task.ended', { kind: 'products.copy', state: 'done', counts: { done: 2, failed: 0 } }, ['Kind: Copy of products', 'State: Done', 'Done: 2']],
    ['api_token.created', { kind: 'service', scopes: ['products.read', 'customers.read'] }, ['Kind: Of the shop', 'Scopes: See products; See customers, masked']],
    ['factor.added', { kind: 'totp', name: 'passkey' }, ['Kind: Authenticator app', 'Name: passkey']],
    [
      'alert_settings.changed',
      { rules: { payment_failed: { enabled: true, tries: 3 } }, chat: { enabled: false, kind: 'teams', url_changed: true } },
      [
        'Rules: A payment failed after several attempts (In use: yes, Attempts: 3)',
        'Chat: In use: no, Kind: Microsoft Teams, Address changed: yes',
      ],
    ],
    ['page_defaults.changed', { from: {}, to: { visible: ['email', 'first_name'] } }, ['Visible fields: not kept → E-mail, First name']],
    ['product.changed', { fields: ['infinite'], before: { infinite: false }, after: { infinite: true } }, ['Unlimited stock: no → yes']],
    ['product.changed', { fields: ['amount'], before: { amount: 900 }, after: { amount: 950 } }, ['Price: 900 minor units → 950 minor units']],
    ['checkout.created', { amount: 900, currency: 'EUR' }, ['Amount: 900 minor units', 'Currency: EUR']],
    ['access.refused', { reason: 'people.manage' }, ['Reason: Not allowed: Invite people, change roles, disable people']],
    ['alerts.tested', { channel: 'mail', outcome: 'not_set_up' }, ['Channel: E-mail', 'Outcome: No mail server is set up']],
    ['person.role_changed', { from: 'support', to: 'of_another_release' }, ['Support → of_another_release']],
  ] // prettier-ignore
  it.each(cases)('says %s %j', (action, detail, lines) => {
    expect(said(action, detail)).toEqual(lines)
  })
})
