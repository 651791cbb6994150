'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { DownloadLink } from '@/components/dialogs/download-link'
import { OpenDialog } from '@/components/dialogs/open-dialog'
import { FormSwitch, FormTextField } from '@/components/form/fields/fields'
import { noAutofill } from '@/components/form/layout'
import { useZodForm } from '@/components/form/use-zod-form'
import { ZodForm } from '@/components/form/zod-form'
import { when } from '@/components/time/when'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/overlays/toast-store'
import { deleteShop, deletionOptions, shopExportAddress } from '@/lib/shops/client'
import { shopDeletionOrder, type ShopDeletionOrder } from '@/lib/shops/deletion'
import { useVersionedFailure } from './use-versioned-failure'

interface DeleteDialogProps {
  shop: string
  name: string
  version: number
  onClose: () => void
}

/** Until an export is complete, asks the server this often whether it is, in ms. */
const askEveryMs = 2000

/** Offers an export, and deletes the shop once its name is typed. Loaded on intent. */
export default function DeleteDialog({ shop, name, version, onClose }: DeleteDialogProps) {
  const t = useTranslations('shops.deletion')
  const common = useTranslations('common')
  const client = useQueryClient()
  const router = useRouter()
  const showFailure = useVersionedFailure(shop)
  const form = useZodForm(shopDeletionOrder, {
    defaultValues: { version, name: '', without_export: false },
  })
  const { data: deletion } = useQuery({
    ...deletionOptions(shop),
    refetchInterval: ({ state }) => (state.data?.exported ? false : askEveryMs),
  })
  const exported = deletion?.exported ?? null
  useEffect(() => {
    if (exported) form.clearErrors('without_export')
  }, [exported, form])
  const order = (given: ShopDeletionOrder) =>
    deleteShop(shop, given).then(
      () => {
        toast(t('done', { name }))
        client.clear() // Removes everything of the shop from this tab.
        router.replace('/')
      },
      (error: unknown) => showFailure(form, error),
    )
  return (
    <OpenDialog size="md" title={t('question', { name })} onClose={onClose}>
      <ZodForm form={form} isGuarded={false} onSubmit={order} className="grid gap-4">
        <p className="text-md/5">{t('questionText')}</p>
        <div className="grid justify-items-start gap-2">
          {exported ? (
            <p className="text-md/5 wrap-anywhere">
              {exported.by === null
                ? t.rich('exported', { when: when(exported.at) })
                : t.rich('exportedBy', { when: when(exported.at), name: exported.by })}
            </p>
          ) : (
            <p className="text-md/5 text-muted">{t('exportText')}</p>
          )}
          <DownloadLink address={shopExportAddress(shop)} isProofNeeded variant="secondary">
            {t(exported ? 'exportAgain' : 'export')}
          </DownloadLink>
        </div>
        {!exported && (
          <FormSwitch control={form.control} name="without_export">
            {t('without')}
          </FormSwitch>
        )}
        <FormTextField
          control={form.control}
          name="name"
          label={t('typeName')}
          hint={<span dir="auto">{name}</span>}
          spellCheck="false"
          {...noAutofill}
        />
        <div className="flex justify-end gap-2">
          <Button onPress={onClose}>{common('cancel')}</Button>
          <Button type="submit" variant="danger" isPending={form.formState.isSubmitting}>
            {t('confirm')}
          </Button>
        </div>
      </ZodForm>
    </OpenDialog>
  )
}
