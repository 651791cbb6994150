'use client'
import { UserPlus } from 'lucide-react'
import type { Route } from 'next'
import { useCallback, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFocusKept } from '@/components/dialogs/use-focus-kept'
import { PageHeader } from '@/components/frame/page-header'
import { PrimaryButton } from '@/components/frame/primary-action'
import { useIsArchived } from '@/components/frame/use-may'
import { ArchivedNote } from '@/components/settings/archived-note'
import { LastChange } from '@/components/settings/last-change'
import { dynamic } from '@/components/ui/dynamic'
import { Link } from '@/components/ui/link'
import { useShortcut } from '@/components/ui/press/use-shortcut'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'
import { type Invitation, type Person, factorRuleForm, type FactorRule } from '@/lib/people/schema'
import type { OpenedDialog } from './dialogs'
import { Invitations, PeopleList } from './lists'
import type { InvitationAction, PersonAction } from './menus'
import { useQuery } from '@tanstack/react-query'
import { FormCheckboxGroup, FormNumberField } from '@/components/form/fields/fields'
import { SettingsCard } from '@/components/settings/settings-form'
import { useSettingsForm } from '@/components/settings/use-settings-form'
import { roles } from '@/lib/core/permissions'
import { changeFactorRule, factorRuleOptions } from '@/lib/people/client'
import { changeRevealLimit, revealLimitOptions } from '@/lib/shops/client'
import { type RevealLimit, revealLimitForm } from '@/lib/shops/reveal-limit'

const PeopleDialog = dynamic(lazyWithMessages(() => import('./dialogs')))

const inviteKey = 'n'

export function PeoplePage({ shop, shopName }: { shop: string; shopName: string }) {
  const t = useTranslations('people')
  const [open, setOpen] = useState<OpenedDialog | null>(null)
  const mainAction = useFocusKept(open !== null)
  const isArchived = useIsArchived()
  useShortcut({ key: inviteKey }, () => !isArchived && setOpen({ kind: 'invite' }))
  const onPerson = useCallback(
    (person: Person, verb: PersonAction) =>
      setOpen(
        verb === 'role'
          ? { kind: 'role', person }
          : { kind: 'question', question: { verb, subject: person } },
      ),
    [],
  )
  const onInvitation = useCallback(
    (subject: Invitation, verb: InvitationAction) =>
      setOpen({ kind: 'question', question: { verb, subject } }),
    [],
  )
  return (
    <>
      <PageHeader
        title={t('title')}
        meta={<LastChange shop={shop} part="people" />}
        actions={
          <Link
            href={`/shops/${shop}/roles` as Route}
            className="inline-flex min-h-6 items-center rounded-xs text-md text-accent underline"
          >
            {t('roles.link')}
          </Link>
        }
        primary={
          !isArchived && (
            <PrimaryButton
              ref={mainAction}
              label={t('invite')}
              icon={<UserPlus aria-hidden size={15} />}
              shortcut={inviteKey}
              onPress={() => setOpen({ kind: 'invite' })}
            />
          )
        }
      />
      <PeopleList shop={shop} onAction={onPerson} />
      <Invitations shop={shop} onAction={onInvitation} />
      <ArchivedNote className="mt-6 max-w-3xl" />
      <FactorRuleSection shop={shop} />
      <RevealLimitSection shop={shop} />
      {open && <PeopleDialog shop={shop} shopName={shopName} open={open} onOpen={setOpen} />}
    </>
  )
}

/** Which roles need a second factor in this shop. */
function FactorRuleSection({ shop }: { shop: string }) {
  const { data } = useQuery(factorRuleOptions(shop))
  return data ? <FactorRuleForm shop={shop} settings={data} /> : null
}

function FactorRuleForm({ shop, settings }: { shop: string; settings: FactorRule }) {
  const t = useTranslations('people.factorRule')
  const roleName = useTranslations('auth.role')
  const { form, save } = useSettingsForm({
    schema: factorRuleForm,
    settings,
    valuesOf: ({ version: _, ...rule }) => rule,
    send: (change) => changeFactorRule(shop, change),
    queryKey: factorRuleOptions(shop).queryKey,
    savedText: t('saved'),
  })
  return (
    <div className="mt-6">
      <SettingsCard
        form={form}
        onSubmit={save}
        saveLabel={t('save')}
        shop={shop}
        part="factor_rule"
        title={t('title')}
        text={t('text')}
      >
        <FormCheckboxGroup
          control={form.control}
          name="roles"
          label={t('roles')}
          items={roles.map((id) => ({ id, label: roleName(id) }))}
        />
        <FormNumberField
          control={form.control}
          name="grace_days"
          label={t('days')}
          hint={t('daysHint')}
          isNarrow
        />
      </SettingsCard>
    </div>
  )
}

/** How many masked values one person may reveal in an hour. */
function RevealLimitSection({ shop }: { shop: string }) {
  const { data } = useQuery(revealLimitOptions(shop))
  return data ? <RevealLimitForm shop={shop} settings={data} /> : null
}

function RevealLimitForm({ shop, settings }: { shop: string; settings: RevealLimit }) {
  const t = useTranslations('people.revealLimit')
  const { form, save } = useSettingsForm({
    schema: revealLimitForm,
    settings,
    valuesOf: ({ per_hour }) => ({ per_hour }),
    send: (change) => changeRevealLimit(shop, change),
    queryKey: revealLimitOptions(shop).queryKey,
    savedText: t('saved'),
  })
  return (
    <div className="mt-6">
      <SettingsCard
        form={form}
        onSubmit={save}
        saveLabel={t('save')}
        shop={shop}
        part="reveal_limit"
        title={t('title')}
        text={t('text')}
      >
        <FormNumberField control={form.control} name="per_hour" label={t('perHour')} isNarrow />
      </SettingsCard>
    </div>
  )
}
