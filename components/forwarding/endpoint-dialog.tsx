'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { FormSelect } from '@/components/form/fields/choice-fields'
import { FormCheckboxGroup, FormTextField } from '@/components/form/fields/fields'
import { GuardedClose } from '@/components/form/drafts/leave-guards'
import { FormSection } from '@/components/form/form-section'
import { SubmitButton } from '@/components/form/submitting/submit-button'
import { useSubmitFailure } from '@/components/form/submitting/use-submit-failure'
import { useZodForm, type ZodForm as Form } from '@/components/form/use-zod-form'
import { type OnSubmit, ZodForm } from '@/components/form/zod-form'
import { useSettingsForm } from '@/components/settings/use-settings-form'
import { Button } from '@/components/ui/button'
import { Drawer } from '@/components/ui/overlays/drawer'
import {
  defaultFilters,
  type Endpoint,
  type EndpointCreate,
  endpointForm,
  type EndpointFormValues,
  type EndpointWithSecret,
} from '@/lib/forwarding/schema'
import { testChoices } from '@/lib/forwarding/state'
import { authenticityGrades, notificationKinds } from '@/lib/notifications/schema'
import { changeEndpoint, createEndpoint, endpointOptions } from '@/lib/forwarding/client'

interface EndpointDialogProps {
  shop: string
  /** Null for a new endpoint. */
  endpoint: Endpoint | null
  /** Also allows addresses on this machine. */
  isSandbox: boolean
  onClose: () => void
  /** Receives the endpoint when saving made a secret, else null. */
  onSaved: (made: EndpointWithSecret | null) => void
}

const filterFields = ['kinds', 'grades', 'statuses', 'types', 'test'] as const

function valuesOf(endpoint: Endpoint | null): EndpointFormValues {
  const { name = '', url = '', filters = defaultFilters } = endpoint ?? {}
  return {
    name,
    url,
    kinds: filters.kinds,
    grades: filters.grades,
    statuses: filters.statuses.join(', '),
    types: filters.types.join(', '),
    test: filters.test === null ? 'both' : filters.test ? 'test' : 'real',
  }
}

const { name: _name, url: _url, ...unset } = valuesOf(null)

/** Creates or edits an endpoint. Loaded on intent. */
export default function EndpointDialog({ endpoint, ...props }: EndpointDialogProps) {
  return endpoint ? <EditDialog {...props} endpoint={endpoint} /> : <NewDialog {...props} />
}

type DialogProps = Omit<EndpointDialogProps, 'endpoint'>

function NewDialog({ shop, isSandbox, onClose, onSaved }: DialogProps) {
  const showFailure = useSubmitFailure()
  const form = useZodForm(endpointForm, { defaultValues: valuesOf(null) })
  const save = (body: EndpointCreate) =>
    createEndpoint(shop, body).then(onSaved, (error) => showFailure(form, error))
  return <EndpointDrawer isNew form={form} isSandbox={isSandbox} onClose={onClose} onSubmit={save} />
}

function EditDialog({ shop, endpoint, isSandbox, onClose, onSaved }: DialogProps & { endpoint: Endpoint }) {
  const t = useTranslations('forwarding')
  const options = endpointOptions(shop, endpoint.id)
  const { data } = useQuery({ ...options, initialData: endpoint })
  const { form, save } = useSettingsForm({
    schema: endpointForm,
    settings: data,
    valuesOf,
    send: (change) => changeEndpoint(shop, endpoint.id, change),
    queryKey: options.queryKey,
    savedText: t('saved'),
  })
  return (
    <EndpointDrawer
      form={form}
      isSandbox={isSandbox}
      onClose={onClose}
      onSubmit={async (change, sent) => {
        if (await save(change, sent)) onSaved(null)
      }}
    />
  )
}

interface EndpointDrawerProps extends Pick<DialogProps, 'isSandbox' | 'onClose'> {
  form: Form<typeof endpointForm>
  isNew?: boolean
  onSubmit: OnSubmit<EndpointFormValues, Required<EndpointCreate>>
}

function EndpointDrawer({ form, isNew = false, isSandbox, onClose, onSubmit }: EndpointDrawerProps) {
  const t = useTranslations('forwarding')
  const common = useTranslations('common')
  return (
    <GuardedClose onClose={onClose}>
      {(close) => (
        <Drawer
          isOpen
          isDismissable={false}
          title={t(isNew ? 'newTitle' : 'editTitle')}
          closeLabel={common('close')}
          onOpenChange={(isOpen) => !isOpen && close()}
        >
          <ZodForm
            form={form}
            onSubmit={onSubmit}
            // The drawer has no padding of its own.
            className="*:data-error-summary:mx-5 *:data-error-summary:mt-4 *:data-error-summary:mb-0"
          >
            <div className="grid gap-4 px-5 py-4">
              <FormTextField
                control={form.control}
                name="name"
                label={t('name')}
                hint={t('nameHint')}
                autoComplete="off"
                autoFocus
              />
              <FormTextField
                control={form.control}
                name="url"
                label={t('url')}
                hint={t(isSandbox ? 'urlHintSandbox' : 'urlHint')}
                type="url"
                autoComplete="off"
                isMono
              />
            </div>
            <div className="border-t">
              <FormSection
                control={form.control}
                fields={filterFields}
                title={t('filters')}
                emptyBadge={t('filtersUsual')}
                unset={unset}
              >
                <Filters form={form} />
              </FormSection>
            </div>
            <div className="flex justify-end gap-2 border-t px-5 py-3">
              <Button onPress={onClose}>{common('cancel')}</Button>
              <SubmitButton>{t(isNew ? 'make' : 'save')}</SubmitButton>
            </div>
          </ZodForm>
        </Drawer>
      )}
    </GuardedClose>
  )
}

function Filters({ form: { control } }: { form: Form<typeof endpointForm> }) {
  const t = useTranslations('forwarding')
  return (
    <div className="grid gap-4">
      <FormCheckboxGroup
        control={control}
        name="kinds"
        label={t('filterKinds')}
        items={notificationKinds.map((id) => ({ id, label: t(`kinds.${id}`) }))}
      />
      <FormTextField control={control} name="statuses" label={t('filterStatuses')} hint={t('wordsHint')} />
      <FormTextField control={control} name="types" label={t('filterTypes')} hint={t('typesHint')} />
      <FormSelect
        control={control}
        name="test"
        label={t('filterTest')}
        items={testChoices.map((id) => ({ id, label: t(`testChoices.${id}`) }))}
      />
      <FormCheckboxGroup
        control={control}
        name="grades"
        label={t('filterGrades')}
        hint={t('gradesHint')}
        items={authenticityGrades.toReversed().map((id) => ({ id, label: t(`grades.${id}`) }))}
      />
    </div>
  )
}
