import { expect, it } from 'vitest'
import { ApiError } from '@/lib/core/api/http'
import { changedContact, correctedSince } from './contact-dialog'
import { correctedContact } from './use-customer'

const opened = { email: 'a@b.example', phone: '', address: 'Old Street 1' }

it('sends only what a person corrected, so that what a colleague corrects meanwhile stays', () => {
  expect(changedContact(opened, { ...opened, phone: ' +49 30 1 ' })).toEqual({ phone: '+49 30 1' })
  expect(changedContact(opened, { ...opened, address: ' ' })).toEqual({ address: null })
  expect(changedContact(opened, { ...opened, email: ' a@b.example ' })).toEqual({})
})

it('shows corrections with those from before', () => {
  expect(correctedContact(opened, { phone: '+49 30 1', address: null })).toEqual({
    email: 'a@b.example',
    phone: '+49 30 1',
  })
})

it('names what a colleague corrected since, and nothing for another refusal', () => {
  const refused = (code: string, current: Record<string, unknown>) =>
    new ApiError(409, { code, title: 'x', errors: {}, current })
  expect(correctedSince(refused('conflict', { phone: '+49 30 1', email: null }))).toEqual({
    phone: '+49 30 1',
    email: null,
  })
  expect(correctedSince(refused('conflict', {}))).toEqual({})
  expect(correctedSince(refused('forbidden', { phone: '+49 30 1' }))).toEqual({})
})
