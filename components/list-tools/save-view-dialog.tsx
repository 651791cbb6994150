'use client'
import { useSearchParams } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { TextField } from '@/components/ui/text-field'
import { toast } from '@/components/ui/toast-store'
import { shortName } from '@/lib/core/format/shortened'
import { useSavedViews, type ViewedList, viewOf } from './saved-views'

interface SaveViewDialogProps {
  of: ViewedList
  shop: string
  onClose: () => void
}

/** Saves the current list under a name. Loaded on intent. */
export default function SaveViewDialog({ of, shop, onClose }: SaveViewDialogProps) {
  const t = useTranslations('table')
  const common = useTranslations('common')
  const issues = useTranslations('issues')
  const { views, save } = useSavedViews(of, shop)
  const params = useSearchParams()
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  const given = name.trim()

  function keep() {
    if (given === '') return setError(issues('blank'))
    if (!save({ name: given, search: viewOf(new URLSearchParams(params)) })) return setError(t('viewNotKept'))
    toast(t('viewSaved', { name: shortName(given) }))
    onClose()
  }
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('saveViewTitle')}
      closeLabel={common('close')}
      footer={
        <>
          <Button onPress={onClose}>{common('cancel')}</Button>
          <Button variant="primary" onPress={keep}>
            {t('saveViewAction')}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          keep()
        }}
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
      </form>
    </Dialog>
  )
}
