'use client'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { jsonPieces, type Piece } from './request-text'
import type { EditorName, TypedJson } from './use-typed-json'

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
      <div className="max-h-[60vh] overflow-auto rounded-md border bg-sunken focus-within:field-box-focus">
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
