import type { useTranslations } from 'use-intl'

type Translator = ReturnType<typeof useTranslations<'sandbox.fieldErrors'>>
type Code = Parameters<Translator['has']>[0]

/** A code of the payer's schema or of the sandbox's answer, in words. */
export const fieldErrorText = (t: Translator, code: string): string =>
  t(code === 'required' ? 'blank' : t.has(code as Code) ? (code as Code) : 'invalid')
