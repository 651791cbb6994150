import { createFormControl } from 'react-hook-form'
import { expect, it } from 'vitest'
import { untilAnswered } from './name-question'
import { putSaved } from './use-edit-form'
import { newValues, type ProductValues } from './values'

const begun: ProductValues = { ...newValues, name: 'Tea', description: 'Green', amount: 500, currency: 'EUR' }

function form(more: Partial<ProductValues> = {}) {
  const { formControl, subscribe } = createFormControl<ProductValues>({ defaultValues: begun })
  const seen = { isDirty: false, errors: {} as object }
  subscribe({
    formState: { isDirty: true, errors: true },
    callback: ({ isDirty = false, errors = {} }) => void Object.assign(seen, { isDirty, errors }),
  })
  const type = (values: Partial<ProductValues>) => {
    for (const [name, value] of Object.entries(values))
      formControl.setValue(name as keyof ProductValues, value, { shouldDirty: true })
  }
  type(more)
  return { ...formControl, seen, type, sent: structuredClone(formControl.getValues()) }
}

it('sends what the form still shows once the name is looked up', async () => {
  const { sent, seen, ...control } = form({ name: 'Coffee' })
  expect(await untilAnswered(control, 'Changed')(sent, async () => false)).toBe(true)
  expect(seen.errors).toEqual({})
})

it('sends nothing of a form that was changed while the name was looked up', async () => {
  const { sent, seen, type, ...control } = form({ name: 'Coffee' })
  const goesOn = await untilAnswered(control, 'Changed')(sent, async () => {
    type({ amount: 5 })
    return false
  })
  expect(goesOn).toBe(false)
  expect(seen.errors).toMatchObject({ root: { server: { message: 'Changed' } } })
  expect(control.getValues()).toMatchObject({ name: 'Coffee', amount: 5 })
})

it('sends nothing while a question is open', async () => {
  const { sent, seen, ...control } = form()
  expect(await untilAnswered(control, 'Changed')(sent, async () => true)).toBe(false)
  expect(seen.errors).toEqual({})
})

it('shows what was saved', () => {
  const { sent, seen, ...control } = form({ name: ' Coffee' })
  expect(putSaved(control, { sent, saved: { ...begun, name: 'Coffee' } })).toBe(false)
  expect(control.getValues()).toMatchObject({ name: 'Coffee', description: 'Green' })
  expect(seen.isDirty).toBe(false)
})

it.each<Partial<ProductValues>>([{ description: 'Black' }, { name: 'Tea' }, { amount: 700 }])(
  'keeps %j, typed while it was saved, as unsaved',
  (typed) => {
    const { sent, seen, type, ...control } = form({ name: 'Coffee' })
    type(typed)
    expect(putSaved(control, { sent, saved: { ...begun, name: 'Coffee' } })).toBe(true)
    expect(control.getValues()).toMatchObject({ ...begun, name: 'Coffee', ...typed })
    expect(seen.isDirty).toBe(true)
  },
)
