import type { useTranslations } from 'use-intl'

type Translator = ReturnType<typeof useTranslations<'sandbox.fieldErrors'>>
type Code = Parameters<Translator['has']>[0]

export const fieldErrorText = (t: Translator, code: string): string =>
  t(code === 'required' ? 'blank' : t.has(code as Code) ? (code as Code) : 'invalid')
