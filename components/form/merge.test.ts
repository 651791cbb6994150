import { describe, expect, it } from 'vitest'
import { mergeSettings } from './saved'

describe('a settings form that others saved meanwhile', () => {
  it('keeps typed values, and adopts the others', () => {
    expect(
      mergeSettings({
        before: { name: 'Paper', days: 7 },
        theirs: { name: 'Paper', days: 3 },
        yours: { name: 'Ink', days: 7 },
      }),
    ).toEqual({ typed: ['name'], contested: [], hasNews: true })
  })

  it('names the fields that both changed to different values', () => {
    expect(
      mergeSettings({
        before: { name: 'Paper', days: 7 },
        theirs: { name: 'Glue', days: 3 },
        yours: { name: 'Ink', days: '3' as unknown as number },
      }),
    ).toEqual({ typed: ['name', 'days'], contested: ['name'], hasNews: true })
  })

  it('has no news after a change of other settings', () => {
    const values = { rules: { tries: 3, daytime: null }, networks: ['192.0.2.0/24'] }
    const yours = { ...values, networks: ['192.0.2.0/24', ''] }
    expect(mergeSettings({ before: values, theirs: structuredClone(values), yours })).toEqual({
      typed: ['networks'],
      contested: [],
      hasNews: false,
    })
  })

  it('takes a group of fields that was switched on or off as well', () => {
    const day = { from: 8, to: 20 }
    const values = (daytime: typeof day | null) => ({ rules: { daytime } })
    expect(mergeSettings({ before: values(null), theirs: values(day), yours: values(null) })).toMatchObject({
      typed: [],
      hasNews: true,
    })
    expect(
      mergeSettings({ before: values(day), theirs: values({ ...day, to: 21 }), yours: values(null) }),
    ).toMatchObject({ typed: ['rules.daytime'], contested: ['rules.daytime'] })
  })
})
