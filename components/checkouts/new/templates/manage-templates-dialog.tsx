'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFailureText } from '@/components/dialogs/failure'
import { OpenDialog } from '@/components/dialogs/open-dialog'
import { UnsavedGuard } from '@/components/form/drafts/unsaved-guard'
import { Badge } from '@/components/ui/text/badge'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/fields/text-field'
import type { CheckoutTemplate } from '@/lib/checkouts/template'
import { changeTemplate, removeTemplate, templateKey } from '@/lib/checkouts/client'

interface ManageTemplatesDialogProps {
  shop: string
  templates: readonly CheckoutTemplate[]
  onClose: () => void
}

export default function ManageTemplatesDialog({ shop, templates, onClose }: ManageTemplatesDialogProps) {
  const t = useTranslations('checkoutTemplates')
  return (
    <OpenDialog size="md" onClose={onClose} title={t('manage')}>
      {templates.length === 0 ? (
        <p className="text-muted">{t('none')}</p>
      ) : (
        <ul className="grid gap-2">
          {templates.map((template) => (
            <li key={template.id} className="rounded-md border px-3 py-2">
              <Line shop={shop} template={template} />
            </li>
          ))}
        </ul>
      )}
    </OpenDialog>
  )
}

type Mode = 'shown' | 'renamed' | 'removed'

function Line({ shop, template }: { shop: string; template: CheckoutTemplate }) {
  const { id, name, is_default: isDefault } = template
  const t = useTranslations('checkoutTemplates')
  const common = useTranslations('common')
  const failureText = useFailureText()
  const client = useQueryClient()
  const [mode, setMode] = useState<Mode>('shown')
  const [error, setError] = useState<string>()
  const { mutate, isPending } = useMutation({
    mutationFn: (what: () => Promise<unknown>) => what(),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: templateKey(shop) })
      setMode('shown')
    },
    onError: (failure) => setError(failureText(failure)),
  })
  function send(what: () => Promise<unknown>) {
    setError(undefined)
    mutate(what)
  }
  if (mode === 'renamed')
    return (
      <Rename
        name={name}
        error={error}
        isPending={isPending}
        onCancel={() => setMode('shown')}
        onRename={(next) => send(() => changeTemplate(shop, id, { name: next }))}
      />
    )
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="min-w-0 flex-1 wrap-anywhere">
        {mode === 'removed' ? t('removeQuestion', { name }) : name}{' '}
        {isDefault && <Badge>{t('default')}</Badge>}
      </span>
      {mode === 'removed' ? (
        <>
          <Button size="sm" onPress={() => setMode('shown')}>
            {common('cancel')}
          </Button>
          <Button
            size="sm"
            variant="danger"
            isPending={isPending}
            onPress={() => send(() => removeTemplate(shop, id))}
          >
            {t('remove')}
          </Button>
        </>
      ) : (
        <Actions
          name={name}
          isDefault={isDefault}
          isPending={isPending}
          onDefault={() => send(() => changeTemplate(shop, id, { is_default: !isDefault }))}
          onMode={setMode}
        />
      )}
      {error && (
        <p role="alert" className="w-full text-xs text-danger">
          {error}
        </p>
      )}
    </div>
  )
}

interface ActionsProps {
  name: string
  isDefault: boolean
  isPending: boolean
  onDefault: () => void
  onMode: (mode: Mode) => void
}

/** The buttons of a template. Disabled during a request, because its end closes any open question. */
function Actions({ name, isDefault, isPending, onDefault, onMode }: ActionsProps) {
  const t = useTranslations('checkoutTemplates')
  return (
    <>
      <Button
        size="sm"
        isPending={isPending}
        aria-label={t(isDefault ? 'unsetDefaultOf' : 'setDefaultOf', { name })}
        onPress={onDefault}
      >
        {t(isDefault ? 'unsetDefault' : 'setDefault')}
      </Button>
      <Button
        size="sm"
        aria-label={t('renameOf', { name })}
        isDisabled={isPending}
        onPress={() => onMode('renamed')}
      >
        {t('rename')}
      </Button>
      <Button
        size="sm"
        aria-label={t('removeOf', { name })}
        isDisabled={isPending}
        onPress={() => onMode('removed')}
      >
        {t('remove')}
      </Button>
    </>
  )
}

interface RenameProps {
  name: string
  error?: string
  isPending: boolean
  onCancel: () => void
  onRename: (name: string) => void
}

function Rename({ name, error, isPending, onCancel, onRename }: RenameProps) {
  const t = useTranslations('checkoutTemplates')
  const common = useTranslations('common')
  const [text, setText] = useState(name)
  const [isMissing, setIsMissing] = useState(false)
  function rename() {
    setIsMissing(text.trim() === '')
    if (text.trim() !== '' && !isPending) onRename(text.trim())
  }
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        rename()
      }}
    >
      <UnsavedGuard isDirty={text !== name} isSending={isPending} />
      <TextField
        autoFocus
        maxLength={80}
        className="flex-1"
        label={t('name')}
        error={isMissing ? t('nameMissing') : error}
        value={text}
        onChange={(next) => {
          setText(next)
          setIsMissing(false)
        }}
      />
      <Button onPress={onCancel}>{common('cancel')}</Button>
      <Button type="submit" variant="primary" isPending={isPending}>
        {t('rename')}
      </Button>
    </form>
  )
}
