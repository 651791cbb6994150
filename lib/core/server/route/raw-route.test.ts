import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { currentLocale, inLocale } from '../../i18n/current'
import { pseudoLocale } from '../../i18n/locales'
import { log } from '../log/log'
import { fileResponse } from './raw-route'

/** Says the language in which each part of the file is written. */
async function* parts(): AsyncGenerator<string, void> {
  for (let part = 0; part < 4; part += 1) {
    await Promise.resolve()
    yield `${currentLocale()}\n`
  }
}

it('writes the whole file in the language of who asked, although it is read later and slowly', async () => {
  const answered = inLocale(pseudoLocale, () =>
    fileResponse({ log: log() }, { name: 'a.csv', type: 'text/csv' }, parts()),
  )
  const languages: string[] = []
  for await (const part of answered.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    languages.push(part.trim())
    // Meanwhile the stream fills, and stops.
    await setImmediate()
  }
  expect(languages).toEqual(Array(4).fill(pseudoLocale))
})
