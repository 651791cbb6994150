import { afterEach, describe, expect, it } from 'vitest'
import { AppError } from '../server/errors'
import { answer } from '../server/route/route'
import type { Problem } from '../api/problem'
import {
  adoptLanguages,
  chooseLocale,
  currentLocale,
  runInLocale,
  runInRequestLocale,
  localeFor,
} from './current'
import { pseudoLocale } from './locales'

const accepting = (languages: string) => new Headers(languages ? { 'accept-language': languages } : {})
afterEach(() => adoptLanguages({ installation: 'en', hasPseudoLocale: false }))

describe('the language of what is going on', () => {
  it('is the installation’s for work without a request', () => expect(currentLocale()).toBe('en'))

  it.each([
    ['ar-XB', pseudoLocale],
    ['ar-XB;q=0.5, en;q=0.4', pseudoLocale],
    ['ar-XB;q=0.4, en-US;q=0.5', 'en'],
    ['ka', 'en'],
    ['*', 'en'],
    ['', 'en'],
    ['nonsense;;q=x,,', 'en'],
  ])('for a browser that accepts %j is %s', (accepted, locale) => {
    adoptLanguages({ installation: 'en', hasPseudoLocale: true })
    expect(runInRequestLocale(accepting(accepted), currentLocale)).toBe(locale)
  })

  it('is never the pseudo-locale unless that is set', () =>
    expect(runInRequestLocale(accepting('ar-XB'), currentLocale)).toBe('en'))

  it('is the person’s choice, whatever the browser accepts, in this request only', async () => {
    adoptLanguages({ installation: 'en', hasPseudoLocale: true })
    const other = runInRequestLocale(accepting('ar-XB'), async () => {
      await Promise.resolve()
      return currentLocale()
    })
    const chosen = runInRequestLocale(accepting('ar-XB'), async () => {
      chooseLocale('en')
      await Promise.resolve()
      return currentLocale()
    })
    expect([await chosen, await other]).toEqual(['en', pseudoLocale])
  })

  it('is the browser’s for people without a choice', () => {
    const chosen = runInLocale(pseudoLocale, () => {
      chooseLocale(null)
      return currentLocale()
    })
    expect(chosen).toBe(pseudoLocale)
  })

  it('is the installation’s if the chosen one is no longer offered', () =>
    expect(localeFor('xx' as 'en')).toBe('en'))
})

it('answers a request in its language, problems included', async () => {
  adoptLanguages({ installation: 'en', hasPseudoLocale: true })
  const titleFor = async (languages: string) => {
    const request = new Request('http://localhost/api/nowhere', { headers: accepting(languages) })
    const refused = await answer(request, () => Promise.reject(new AppError('not_found')))
    return ((await refused.json()) as Problem).title
  }
  const english = await titleFor('en')
  expect(english).toMatch(/^[\x20-\x7e]+$/)
  const pseudo = await titleFor('ar-XB')
  expect(pseudo).not.toMatch(/[a-z]/i)
  expect(pseudo.length).toBeGreaterThan(english.length)
})
