import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { currentLocale, runInLocale } from '../../i18n/current'
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

it('writes the whole file in the language of the request, even if it is read later', async () => {
  const answered = runInLocale(pseudoLocale, () =>
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
