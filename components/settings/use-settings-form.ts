'use client'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { type DefaultValues, type FieldPath, get } from 'react-hook-form'
import { useLocale, useTranslations } from 'use-intl'
import type { z } from 'zod'
import { ApiError } from '@/lib/core/api/http'
import { storeAnswer } from '@/lib/core/client/store-answer'
import type { FormSchema, SchemaOrLoader } from '../form/resolver'
import { useSubmitFailure } from '../form/submitting/use-submit-failure'
import { useZodForm, type ZodForm } from '../form/use-zod-form'
import { nameOfValue } from '../form/field-registry'
import { toast } from '../ui/overlays/toast-store'
import { mergeSettings, pathsIn } from '../form/saved'

/** Every change of settings carries the version that it was made from. */
interface Versioned {
  version: number
}

export interface SettingsFormOptions<S extends FormSchema, Settings extends Versioned, Change = z.output<S>> {
  schema: SchemaOrLoader<S>
  settings: Settings
  valuesOf: (settings: Settings) => DefaultValues<z.input<S>>
  prepare?: (values: z.input<S>) => unknown
  send: (change: Change & Versioned) => Promise<Settings>
  /** Where the query of these settings is kept. */
  queryKey: QueryKey
  savedText: string | ((saved: Settings) => string)
  /** Shows a refusal that this form alone knows, and returns whether it did. */
  onRefused?: (error: unknown) => boolean
}

interface SettingsFormState<S extends FormSchema, Settings, Change> {
  form: ZodForm<S>
  /**
   * Sends a change. A refusal stays in the form, with what was typed. Resolves to whether it was saved. `sent`: the
   * form's values that the change was made from; by default the present ones.
   */
  save: (change: Change, sent?: z.input<S>) => Promise<boolean>
  /** For a form whose change is sent by a dialog: what to send, and how to show that it was saved, or refused. */
  seenVersion: () => number
  showSaved: (saved: Settings, sent: z.input<S>) => void
  showRefused: (error: unknown) => Promise<void>
}

/** Whether the change was made from settings that someone else has changed since. */
export const isStale = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'conflict' && typeof error.current.version === 'number'

/**
 * One form of a page of settings. After saving it holds what the server answered. What others save meanwhile appears in
 * the fields that were not changed here. If they changed one that was, saving is refused once, with what they saved.
 */
export function useSettingsForm<S extends FormSchema, Settings extends Versioned, Change = z.output<S>>(
  options: SettingsFormOptions<S, Settings, Change>,
): SettingsFormState<S, Settings, Change> {
  const { schema, settings, valuesOf, prepare, send, queryKey, savedText, onRefused } = options
  const client = useQueryClient()
  const showFailure = useSubmitFailure()
  const form = useZodForm(schema, { defaultValues: valuesOf(settings), prepare })
  const { seen, asValues, bring } = useSaved(form, settings, valuesOf)
  const sayChanged = useChangedMeanwhile(form)

  function show(before: z.input<S>, saved: Settings) {
    seen.current = saved
    storeAnswer(client, queryKey, saved)
    form.clearErrors()
    bring(before, saved)
    toast(typeof savedText === 'string' ? savedText : savedText(saved))
  }
  async function reload(): Promise<Settings> {
    await client.refetchQueries({ queryKey, exact: true })
    return client.getQueryData<Settings>(queryKey) ?? seen.current
  }
  /**
   * Shows what someone else saved. Returns whether that is in other forms only, so that the change may be sent again.
   */
  async function adopt(base: Settings): Promise<boolean> {
    const latest = await reload()
    const { contested, hasNews, theirs } = bring(asValues(base), latest, { isRefused: true })
    seen.current = latest
    if (!hasNews && latest.version !== base.version) return true
    sayChanged(contested, theirs)
    return false
  }
  async function save(
    change: Change,
    sent: z.input<S> = structuredClone(form.getValues()),
    { isAgain = false } = {},
  ): Promise<boolean> {
    const base = seen.current
    try {
      show(sent, await send({ ...change, version: base.version }))
      return true
    } catch (error) {
      if (!isStale(error)) {
        if (!onRefused?.(error)) showFailure(form, error)
      } else if (await adopt(base)) {
        if (!isAgain) return save(change, sent, { isAgain: true })
        sayChanged()
      }
      return false
    }
  }
  async function showRefused(error: unknown) {
    if (!isStale(error)) return showFailure(form, error)
    if (await adopt(seen.current)) sayChanged()
  }
  return {
    form,
    save: (change, sent) => save(change, sent),
    seenVersion: () => seen.current.version,
    showSaved: (saved, sent) => show(sent, saved),
    showRefused,
  }
}

/** Brings the form up to date when this person, or someone else, has saved. */
function useSaved<S extends FormSchema, Settings extends Versioned>(
  form: ZodForm<S>,
  settings: Settings,
  valuesOf: (settings: Settings) => DefaultValues<z.input<S>>,
) {
  type Values = z.input<S>
  /** The settings that the form was last updated with. */
  const seen = useRef(settings)
  const asValues = (given: Settings) => valuesOf(given) as Values
  /** Puts `latest` into the form, and keeps what was changed since `before`. `isRefused`: while a submit is refused. */
  function bring(before: Values, latest: Settings, { isRefused = false } = {}) {
    const [theirs, yours] = [asValues(latest), structuredClone(form.getValues())]
    const { typed, contested, hasNews } = mergeSettings({ before, theirs, yours })
    if (isRefused) {
      // react-hook-form does not count a submit during which `reset` is called, and then hides the summary of errors.
      for (const path of pathsIn(theirs) as FieldPath<Values>[])
        form.setValue(path, get(typed.includes(path) ? yours : theirs, path))
      form.resetDefaultValues(theirs)
    } else {
      form.reset(theirs, { keepErrors: true, keepSubmitCount: true, keepTouched: true })
      for (const path of typed as FieldPath<Values>[])
        form.setValue(path, get(yours, path), { shouldDirty: true })
    }
    return { contested: contested as FieldPath<Values>[], hasNews, theirs }
  }
  // Read during render: react-hook-form updates only what a render has read.
  const { isSubmitting } = form.formState
  const follow = useEffectEvent(() => {
    if (settings.version === seen.current.version || isSubmitting) return
    const { contested } = bring(asValues(seen.current), settings)
    // With the old version a change is refused, and the person then sees what is contested.
    if (contested.length === 0) seen.current = settings
  })
  const { version } = settings
  useEffect(() => follow(), [version, isSubmitting])
  return { seen, asValues, bring }
}

/** Says that someone else changed the settings, and what they saved in the fields that were changed here as well. */
function useChangedMeanwhile<S extends FormSchema>(form: ZodForm<S>) {
  const t = useTranslations('form')
  const locale = useLocale()
  function textOf(value: unknown): string {
    if (typeof value === 'boolean') return t(value ? 'on' : 'off')
    const texts = (Array.isArray(value) ? value : [value])
      .filter((one) => one != null && one !== '')
      .map(String)
    return texts.length === 0 ? t('nothing') : new Intl.ListFormat(locale, { type: 'unit' }).format(texts)
  }
  return (contested: FieldPath<z.input<S>>[] = [], theirs: object = {}) => {
    for (const path of contested) {
      const value = textOf(nameOfValue(form.control, path, get(theirs, path)))
      form.setError(path, { type: 'server', message: t('savedMeanwhile', { value }) })
    }
    form.setError('root.server', { type: 'server', message: t('changedMeanwhile') })
  }
}

interface Part<Saved extends { version: number }> {
  /** The settings that the change was made from. */
  seen: Saved
  load: () => Promise<Saved>
  /** Whether two versions differ in other parts only. */
  isSame: (one: Saved, other: Saved) => boolean
  send: (version: number) => Promise<Saved>
}

/** Sends a change of one part of the settings, and once more if only other parts were changed since it was seen. */
export async function sendPart<Saved extends { version: number }>({ seen, load, isSame, send }: Part<Saved>) {
  try {
    return await send(seen.version)
  } catch (error) {
    if (!isStale(error)) throw error
    const latest = await load()
    if (!isSame(seen, latest)) throw error
    return send(latest.version)
  }
}
