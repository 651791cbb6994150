import { createFormControl } from 'react-hook-form'
import { expect, it } from 'vitest'
import { markSaved, showSaved } from './saved'

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
