import { renderToString } from 'react-dom/server'
import { FormProvider, useForm } from 'react-hook-form'
import { IntlProvider } from 'use-intl'
import { expect, it, vi } from 'vitest'
import { en } from '@/lib/core/i18n/en'
import { editorNames, JsonEditor, useTypedJson } from './json-editor'

/** Draws both editors after `typed` was typed in the one beside the form. */
function drawn(typed: string) {
  const filled = vi.fn<(request: unknown) => void>()
  function Panel() {
    const held = useTypedJson(filled)
    if (held.text === null) held.type(editorNames.aside, typed)
    return Object.values(editorNames).map((name) => (
      <JsonEditor key={name} name={name} json='{"held":1}' typed={held} />
    ))
  }
  function Form() {
    return (
      <FormProvider {...useForm()}>
        <Panel />
      </FormProvider>
    )
  }
  const html = renderToString(
    <IntlProvider locale="en" messages={en} timeZone="UTC">
      <Form />
    </IntlProvider>,
  )
  const texts = [...html.matchAll(/<textarea[^>]*>([^<]*)/g)].map(([, text]) => text)
  const invalid = [...html.matchAll(/data-field="(\w+)" data-invalid="true"/g)].map(([, name]) => name)
  return { html, texts, invalid, filled }
}

it.each(['{broken', 'null', '[]', '3'])(
  'keeps %s, which is no request yet, for every editor that is drawn, and leaves the form as it was',
  (typed) => {
    const { html, texts, invalid, filled } = drawn(typed)
    expect(texts).toEqual([typed, typed])
    expect(invalid).toEqual([editorNames.aside])
    expect(html).toContain('This is not a JSON object yet')
    expect(filled).not.toHaveBeenCalled()
  },
)

it('fills the form with a JSON object', () => {
  const { invalid, filled } = drawn('{}')
  expect(invalid).toEqual([])
  expect(filled).toHaveBeenCalledExactlyOnceWith({})
})
