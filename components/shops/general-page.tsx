'use client'
import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { FormTextField } from '@/components/form/fields/fields'
import { FormNativeSelect } from '@/components/form/fields/native-select'
import { noAutofill, stackClass } from '@/components/form/layout'
import { LastChange } from '@/components/settings/last-change'
import { SettingsForm, SettingsPage } from '@/components/settings/settings-form'
import { useSettingsForm } from '@/components/settings/use-settings-form'
import { useTimeZones } from '@/components/time/time-zones'
import { Section, Card } from '@/components/ui/card'
import { changeShop, connectionOptions, deletionOptions, archiveShop } from '@/lib/shops/client'
import { generalForm, type ShopConnection } from '@/lib/shops/schema'
import { ModeField } from './mode-field'
import { dynamic } from '@/components/ui/dynamic'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'
import { ConfirmDialog } from '@/components/dialogs/confirm-dialog'
import { useFailureText } from '@/components/dialogs/failure'
import { when } from '@/components/time/when'
import { toast } from '@/components/ui/overlays/toast-store'
import { storeAnswer } from '@/lib/core/client/store-answer'

export function GeneralPage({ shop }: { shop: string }) {
  const t = useTranslations('shops')
  const query = useQuery(connectionOptions(shop))
  return (
    <SettingsPage title={t('general.title')} query={query} failedTitle={t('gateway.failedTitle')}>
      {(connection) => (
        <>
          {!connection.archived && <GeneralForm shop={shop} connection={connection} />}
          <ArchiveSection shop={shop} connection={connection} />
          {connection.archived && <DeleteSection shop={shop} connection={connection} />}
        </>
      )}
    </SettingsPage>
  )
}

function GeneralForm({ shop, connection }: { shop: string; connection: ShopConnection }) {
  const t = useTranslations('shops')
  const router = useRouter()
  const zones = useTimeZones('UTC', connection.time_zone ?? '')
  const isSandbox = connection.mode === 'sandbox'
  const { form, save } = useSettingsForm({
    schema: generalForm,
    settings: connection,
    valuesOf,
    send: (change) => changeShop(shop, { accept_untested: false, ...change }),
    queryKey: connectionOptions(shop).queryKey,
    prepare: ({ time_zone: zone, ...values }) => ({ ...values, time_zone: zone || null }),
    savedText: t('general.saved'),
  })
  return (
    <SettingsForm
      form={form}
      onSubmit={async (change, sent) => {
        if (await save(change, sent)) router.refresh() // The frame shows name and mode, and hands on the time zone.
      }}
      saveLabel={t('general.save')}
      actions={<LastChange shop={shop} part="general" />}
    >
      <Section title={t('general.identity')}>
        <div className={stackClass}>
          <FormTextField
            control={form.control}
            name="name"
            label={t('fields.name')}
            hint={t('where.name')}
            {...noAutofill}
          />
          {isSandbox ? (
            <p className="text-md/5 text-muted">{t('general.modeSandbox')}</p>
          ) : (
            <div>
              <ModeField control={form.control} name="mode" />
              <p className="mt-1 text-xs text-muted">{t('general.modeHint')}</p>
            </div>
          )}
          <FormNativeSelect
            control={form.control}
            name="time_zone"
            label={t('fields.time_zone')}
            hint={t('where.time_zone')}
            placeholder={t('general.noTimeZone')}
            items={zones}
          />
          <dl className="grid gap-x-4 gap-y-1 text-md/5 sm:grid-cols-[auto_1fr]">
            <dt className="text-muted">{t('general.id')}</dt>
            <dd className="font-mono">{connection.gateway_shop_id}</dd>
            <dt className="text-muted">{t('general.address')}</dt>
            <dd className="font-mono wrap-anywhere">{shop}</dd>
          </dl>
        </div>
      </Section>
    </SettingsForm>
  )
}

const valuesOf = ({ name, mode, time_zone: zone }: ShopConnection) => ({
  name,
  time_zone: zone ?? '',
  ...(mode !== 'sandbox' && { mode }),
})

const loadDialog = lazyWithMessages(() => import('./delete-dialog'))
const DeleteDialog = dynamic(loadDialog)

interface DeleteSectionProps {
  shop: string
  connection: Pick<ShopConnection, 'name' | 'version'>
}

/** Deletes an archived shop for ever, or says why that is not possible. */
function DeleteSection({ shop, connection: { name, version } }: DeleteSectionProps) {
  const t = useTranslations('shops.deletion')
  const [isOpen, setIsOpen] = useState(false)
  const { data: deletion } = useQuery(deletionOptions(shop))
  return (
    <Card>
      <Section title={t('title')}>
        <p className="text-md/5 text-muted">{t('text')}</p>
        {deletion?.obstacle && <p className="mt-3 text-md/5">{t(`obstacles.${deletion.obstacle}`)}</p>}
        {deletion?.obstacle === null && (
          <Button className="mt-3" onHoverStart={() => void loadDialog()} onPress={() => setIsOpen(true)}>
            {t('open')}
          </Button>
        )}
      </Section>
      {isOpen && <DeleteDialog shop={shop} name={name} version={version} onClose={() => setIsOpen(false)} />}
    </Card>
  )
}

interface ArchiveSectionProps {
  shop: string
  connection: Pick<ShopConnection, 'name' | 'archived' | 'version'>
}

/** Archives a shop after a question, or takes an archived one back. */
function ArchiveSection({ shop, connection: { name, archived, version } }: ArchiveSectionProps) {
  const t = useTranslations('shops.archive')
  const failureText = useFailureText()
  const client = useQueryClient()
  const router = useRouter()
  const [isAsking, setIsAsking] = useState(false)
  const archive = useMutation({
    mutationFn: (isArchived: boolean) => archiveShop(shop, { version, is_archived: isArchived }),
    onSuccess: (saved) => {
      storeAnswer(client, connectionOptions(shop).queryKey, saved)
      setIsAsking(false)
      toast(t(saved.archived ? 'done' : 'takenBack', { name }))
      router.refresh() // The frame shows it, and hides what cannot be done.
    },
    onError: (error) => {
      void client.invalidateQueries({ queryKey: connectionOptions(shop).queryKey })
      if (!isAsking) toast(failureText(error), 'bad', { error })
    },
  })
  return (
    <Card>
      <Section title={t('title')}>
        {archived ? (
          <>
            <p className="text-md/5 wrap-anywhere">
              {archived.by === null
                ? t.rich('since', { when: when(archived.at) })
                : t.rich('sinceBy', { when: when(archived.at), name: archived.by })}
            </p>
            <Button className="mt-3" isPending={archive.isPending} onPress={() => archive.mutate(false)}>
              {t('takeBack')}
            </Button>
          </>
        ) : (
          <>
            <p className="text-md/5 text-muted">{t('text')}</p>
            <Button className="mt-3" onPress={() => setIsAsking(true)}>
              {t('open')}
            </Button>
          </>
        )}
      </Section>
      {isAsking && (
        <ConfirmDialog
          title={t('question', { name })}
          confirmLabel={t('confirm')}
          isDanger
          isPending={archive.isPending}
          failure={archive.error && failureText(archive.error)}
          onConfirm={() => archive.mutate(true)}
          onClose={() => {
            archive.reset()
            setIsAsking(false)
          }}
        >
          <p>{t('questionText')}</p>
        </ConfirmDialog>
      )}
    </Card>
  )
}
