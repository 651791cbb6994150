'use client'
import { createContext, useContext, useState } from 'react'
import { useTranslations } from 'use-intl'
import { FindList, type Findable } from '@/components/form/fields/find-list'
import type { SearchProps } from '@/components/form/fields/picker'
import { useSettled } from '@/components/ui/press/use-settled'
import type { Chosen, Target } from './link-choice'

/** Receives the chosen record with its display name. */
export const ChosenTargets = createContext<(target: Target, thing: Chosen[Target]) => void>(() => {})

export const suggestionLimit = 8

/** Returns the typed text, and the debounced query `q`. */
export function useTyped() {
  const [text, setText] = useState('')
  return { text, setText, q: useSettled(text.trim(), 150) }
}

interface TargetSearchProps extends SearchProps {
  target: Target
  typed: ReturnType<typeof useTyped>
  /** The results for the current query; undefined while it runs. */
  found: readonly Findable[] | undefined
  isFailed: boolean
}

/** Searches one kind of record with the same search as its list. */
export function TargetSearch({ target, typed, found, isFailed, onPick, ...props }: TargetSearchProps) {
  const t = useTranslations('notifications.changed')
  const choose = useContext(ChosenTargets)
  const items = typed.q === typed.text.trim() ? (found ?? []) : []
  const words = found ? t('nothingFound') : t('searching')
  return (
    <FindList
      {...props}
      label={t(`find.${target}`)}
      listLabel={t(`lists.${target}`)}
      text={typed.text}
      onTextChange={typed.setText}
      items={items}
      nothing={isFailed ? t('searchFailed') : words}
      onPick={(id) => {
        onPick(id)
        choose(target, { id, name: items.find((item) => item.id === id)?.title ?? id })
      }}
    />
  )
}
