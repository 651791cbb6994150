'use client'
import { useId, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { useFieldLabel, useUnfinished } from '@/components/form/field-reasons'
import { Button } from '@/components/ui/button'
import { jsonPieces, type Piece } from './request-text'

interface JsonEditorProps {
  /** Of this editor among the form's fields. */
  name: string
  json: string
  onRequest: (request: unknown) => void
}

const colours: Record<Piece['kind'], string | undefined> = {
  key: 'text-info',
  string: 'text-accent',
  literal: 'text-warn',
  plain: undefined,
}
/** Stacks the text area exactly over the highlighted text. */
const layer = '[grid-area:1/1] px-3.5 py-3 whitespace-pre'

/**
 * Shows and edits the request as JSON. Valid JSON fills the form at once. With invalid JSON the form stays unchanged and
 * the text stays as typed; meanwhile the form is not sent, as it is not what is shown here.
 */
export function JsonEditor({ name, json, onRequest }: JsonEditorProps) {
  const t = useTranslations('checkoutForm.request')
  const { control, clearErrors } = useFormContext()
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? json
  const isBroken = typed !== null && !isJson(typed)

  useUnfinished(control, name, () => (isBroken ? t('notSent') : undefined))
  useFieldLabel(name, t('editor'))

  function type(next: string) {
    setTyped(next)
    if (!isJson(next)) return
    onRequest(JSON.parse(next))
    clearErrors(name)
  }
  function undo() {
    setTyped(null)
    clearErrors(name)
  }
  return (
    <div data-field={name} data-invalid={isBroken || undefined}>
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
            onChange={(event) => type(event.target.value)}
            onBlur={() => !isBroken && setTyped(null)}
            className={`${layer} size-full min-w-0 resize-none overflow-hidden bg-transparent text-transparent caret-text outline-none`}
          />
        </div>
      </div>
      <p id={`${id}-state`} role="status" className="text-xs text-danger">
        {isBroken && (
          <span className="mt-1.5 flex flex-wrap items-center justify-between gap-2">
            {t('notJson')}
            <Button size="sm" onPress={undo}>
              {t('undo')}
            </Button>
          </span>
        )}
      </p>
    </div>
  )
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}
