import { createFormControl } from 'react-hook-form'
import { describe, expect, it } from 'vitest'
import { markSaved, mergeSettings, showSaved } from './saved'

const begun = { name: 'Ada', zone: { id: 'UTC' } }

function form() {
  const { formControl, subscribe } = createFormControl({ defaultValues: begun })
  const seen = { isDirty: false }
  subscribe({
    formState: { isDirty: true },
    callback: ({ isDirty = false }) => void (seen.isDirty = isDirty),
  })
  return { ...formControl, seen }
}

it('what is marked as saved stays, and is no longer a change', () => {
  const { getValues, reset, setValue, seen } = form()
  setValue('name', 'Bea', { shouldDirty: true })
  expect(seen.isDirty).toBe(true)
  markSaved({ getValues, reset })
  expect(getValues()).toEqual({ ...begun, name: 'Bea' })
  expect(seen.isDirty).toBe(false)
})

it('what was saved replaces what was sent', () => {
  const { seen, ...control } = form()
  control.setValue('name', ' Bea ', { shouldDirty: true })
  showSaved(control, { sent: control.getValues(), saved: { ...begun, name: 'Bea' } })
  expect(control.getValues()).toEqual({ ...begun, name: 'Bea' })
  expect(seen.isDirty).toBe(false)
})

it('what was typed while it was sent stays, and is not saved yet', () => {
  const { seen, ...control } = form()
  control.setValue('name', 'Bea', { shouldDirty: true })
  const sent = structuredClone(control.getValues())
  control.setValue('zone.id', 'Europe/Riga', { shouldDirty: true })
  showSaved(control, { sent, saved: { ...begun, name: 'Bea' } })
  expect(control.getValues()).toEqual({ name: 'Bea', zone: { id: 'Europe/Riga' } })
  expect(seen.isDirty).toBe(true)
})

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

  it('compares a group of fields that was switched on or off', () => {
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
