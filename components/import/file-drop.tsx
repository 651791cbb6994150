'use client'
import { FileUp } from 'lucide-react'
import { type DragEvent, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { cx } from '@/components/ui/cx'

const accepted = '.csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain'

/** A drop area with a button to choose a file. Accepts any file; checks come afterwards. */
export function FileDrop({ onFile }: { onFile: (file: File) => void }) {
  const t = useTranslations('imports')
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const take = (files: FileList | null) => {
    const [file] = files ?? []
    if (file) onFile(file)
  }
  return (
    <div
      onDragOver={(event: DragEvent) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={({ currentTarget, relatedTarget }: DragEvent) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsOver(false)
      }}
      onDrop={(event: DragEvent) => {
        event.preventDefault()
        setIsOver(false)
        take(event.dataTransfer.files)
      }}
      className={cx(
        'flex flex-col items-center gap-3 rounded-md border border-dashed px-4 py-8 text-center',
        isOver ? 'border-accent bg-accent-weak' : 'border-border-strong bg-sunken',
      )}
    >
      <FileUp aria-hidden size={22} className="text-muted" />
      <p className="font-medium">{t(isOver ? 'dropNow' : 'drop')}</p>
      <Button variant="primary" aria-describedby={id} onPress={() => input.current?.click()}>
        {t('choose')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('file')}
        accept={accepted}
        onChange={({ target }) => {
          take(target.files)
          // Lets the user choose the same file again after correcting it.
          target.value = ''
        }}
      />
      <p id={id} className="text-sm text-balance text-muted">
        {t('limits')}
      </p>
    </div>
  )
}
