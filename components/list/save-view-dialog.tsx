'use client'
import { useSearchParams } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { InputDialog } from '@/components/dialogs/input-dialog'
import { TextField } from '@/components/ui/fields/text-field'
import { toast } from '@/components/ui/overlays/toast-store'
import { shortName } from '@/lib/core/format/shortened'
import { limit, useSavedViews, viewOf } from './saved-views'

interface SaveViewDialogProps {
  of: string
  shop: string
  onClose: () => void
}

/** Saves the current list under a name. Loaded on intent. */
export default function SaveViewDialog({ of, shop, onClose }: SaveViewDialogProps) {
  const t = useTranslations('table')
  const issues = useTranslations('issues')
  const { views, save } = useSavedViews(of, shop)
  const params = useSearchParams()
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  const given = name.trim()

  function keep() {
    if (given === '') return setError(issues('blank'))
    const end = save({ name: given, search: viewOf(new URLSearchParams(params)) })
    if (end === 'full') return setError(t('viewsFull', { limit }))
    if (end === 'not_kept') return setError(t('viewNotKept'))
    toast(t('viewSaved', { name: shortName(given) }))
    onClose()
  }
  return (
    <InputDialog
      title={t('saveViewTitle')}
      submitLabel={t('saveViewAction')}
      isDirty={given !== ''}
      onSubmit={keep}
      onClose={onClose}
    >
      <TextField
        autoFocus
        maxLength={60}
        label={t('viewName')}
        hint={views.some((view) => view.name === given) ? t('viewReplaces') : t('viewNameHint')}
        error={error}
        value={name}
        onChange={(text) => {
          setName(text)
          setError(undefined)
        }}
      />
    </InputDialog>
  )
}
