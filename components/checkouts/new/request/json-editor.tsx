'use client'
import { useId, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { useFieldLabel, useUnfinished } from '@/components/form/field-registry'
import { isRecord } from '@/lib/core/is-record'
import { Button } from '@/components/ui/button'
import { jsonPieces, type Piece } from './request-text'

interface JsonEditorProps {
  name: EditorName
  /** What the form holds. */
  json: string
  typed: TypedJson
}

const colours: Record<Piece['kind'], string | undefined> = {
  key: 'text-info',
  string: 'text-accent',
  literal: 'text-warn',
  plain: undefined,
}
/** Stacks the text area exactly over the highlighted text. */
const layer = '[grid-area:1/1] px-3.5 py-3 whitespace-pre'

/** Shows and edits the request as JSON. */
export function JsonEditor({ name, json, typed }: JsonEditorProps) {
  const t = useTranslations('checkoutForm.request')
  const id = useId()
  const text = typed.text ?? json
  const { isBroken } = typed
  return (
    <div data-field={name} data-invalid={(isBroken && typed.at === name) || undefined}>
      <div
        dir="ltr"
        className="max-h-[60vh] overflow-auto rounded-md border bg-sunken focus-within:field-box-focus"
      >
        <div className="grid w-max min-w-full font-mono text-xs/[19px]">
          <pre aria-hidden className={layer}>
            {jsonPieces(text).map((piece, at) => (
              // eslint-disable-next-line react/no-array-index-key -- pieces have no other identity
              <span key={at} className={colours[piece.kind]}>
                {piece.text}
              </span>
            ))}
            {'\n'}
          </pre>
          <textarea
            aria-label={t('editor')}
            aria-invalid={isBroken}
            aria-describedby={`${id}-state`}
            spellCheck={false}
            autoComplete="off"
            autoCapitalize="off"
            value={text}
            onChange={(event) => typed.type(name, event.target.value)}
            onBlur={typed.leave}
            className={`${layer} size-full min-w-0 resize-none overflow-hidden bg-transparent text-transparent caret-text outline-none`}
          />
        </div>
      </div>
      <p id={`${id}-state`} role="status" className="text-xs text-danger">
        {isBroken && (
          <span className="mt-1.5 flex flex-wrap items-center justify-between gap-2">
            {t('notJson')}
            <Button size="sm" onPress={typed.undo}>
              {t('undo')}
            </Button>
          </span>
        )}
      </p>
    </div>
  )
}

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
