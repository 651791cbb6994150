'use client'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { isRecord } from '@/components/form/kinds'
import { useFieldLabel, useUnfinished } from '@/components/form/field-reasons'

/** The field names of the two JSON editors. Both can be on the page, but only one is visible. */
export const editorNames = { folded: 'request_folded', aside: 'request' } as const
export type EditorName = (typeof editorNames)[keyof typeof editorNames]

export interface TypedJson {
  /** Null: the editors show what the form holds. */
  text: string | null
  /** The editor that was typed in last. */
  at: EditorName
  isBroken: boolean
  type: (at: EditorName, text: string) => void
  /** Shows what the form holds. */
  undo: () => void
  /** Called when an editor loses the focus. */
  leave: () => void
}

/**
 * Holds what is typed as JSON, so that it stays while no editor is shown. A JSON object fills the form at once. With
 * anything else the form stays unchanged and the text stays as typed; meanwhile the form is not sent, as it is not what
 * was typed.
 */
export function useTypedJson(onRequest: (request: unknown) => void): TypedJson {
  const t = useTranslations('checkoutForm.request')
  const { control, clearErrors } = useFormContext()
  const [at, setAt] = useState<EditorName>(editorNames.aside)
  const [text, setText] = useState<string | null>(null)
  const isBroken = text !== null && !isObject(text)

  useUnfinished(control, at, () => (isBroken ? t('notSent') : undefined))
  useFieldLabel(at, t('editor'))

  return {
    text,
    at,
    isBroken,
    type: (editor, next) => {
      setAt(editor)
      setText(next)
      if (!isObject(next)) return
      onRequest(JSON.parse(next))
      clearErrors(Object.values(editorNames))
    },
    undo: () => {
      setText(null)
      clearErrors(Object.values(editorNames))
    },
    leave: () => !isBroken && setText(null),
  }
}

function isObject(text: string): boolean {
  try {
    return isRecord(JSON.parse(text))
  } catch {
    return false
  }
}
