import { expect, it } from 'vitest'
import { type PageDefaults, productDefaults, withPageDefaults } from './page-defaults'

const defaults: PageDefaults = {
  language: 'de',
  success_url: 'https://a.example/paid',
  fail_url: 'https://a.example/failed',
  visible: ['email', 'phone'],
  read_only: ['phone'],
}

it('fills in what is not set', () => {
  expect(withPageDefaults({}, defaults)).toEqual({
    language: 'de',
    success_url: 'https://a.example/paid',
    fail_url: 'https://a.example/failed',
    customer_fields: { visible: ['email', 'phone'], read_only: ['phone'] },
  })
  expect(
    withPageDefaults({ language: 'fr', auto_return: '3', customer_fields: { visible: ['city'] } }, defaults),
  ).toMatchObject({
    language: 'fr',
    auto_return: '3',
    customer_fields: { visible: ['city'], read_only: ['phone'] },
  })
})

it('adds nothing where nothing is set', () => expect(withPageDefaults({}, {})).toEqual({}))

it('keeps a return page and pages for the outcomes apart', () => {
  const back = 'https://b.example/back'
  expect(withPageDefaults({ return_url: back }, defaults)).not.toHaveProperty('success_url')
  expect(withPageDefaults({ decline_url: back }, { return_url: 'https://a.example' })).toEqual({
    decline_url: back,
  })
})

it('keeps unreadable values for validation', () =>
  expect(withPageDefaults({ customer_fields: 'email' }, defaults)).toMatchObject({
    customer_fields: 'email',
  }))

it('has a part for products', () => {
  expect(productDefaults(defaults)).toEqual({ language: 'de', visible_fields: ['email', 'phone'] })
  expect(productDefaults({ return_url: 'https://a.example' })).toEqual({ return_url: 'https://a.example' })
})
