'use client'
import type { ReactNode } from 'react'
import { IntlProvider, useLocale } from 'use-intl'
import { type AppLocale, type Messages, type OfferedLocale, pseudoLocale } from './locales'

type Part<Props> = (props: Props) => ReactNode
type Loader<Props> = () => Promise<Part<Props> | { default: Part<Props> }>

/**
 * Loads a part that opens later, such as a dialog or a menu, together with all messages: a document carries only those
 * that its page shows at first. Such a part is not rendered on the server.
 */
export function lazyWithMessages<Props extends object>(load: Loader<Props>) {
  return async (): Promise<{ default: Part<Props> }> => {
    const locale = document.documentElement.lang as AppLocale
    const [part, messages] = await Promise.all([load(), loadMessages(locale)])
    return { default: withMessages('default' in part ? part.default : part, messages) }
  }
}

function withMessages<Props extends object>(Shown: Part<Props>, messages: Messages) {
  return function PartWithMessages(props: Props) {
    return (
      <IntlProvider locale={useLocale()} messages={messages}>
        <Shown {...props} />
      </IntlProvider>
    )
  }
}

const loaders: Record<OfferedLocale, () => Promise<Messages>> = {
  en: () => import('./en').then((module) => module.en),
}

/** Loads all messages of a language in the browser. The file is loaded once and then cached. */
async function loadMessages(locale: AppLocale): Promise<Messages> {
  if (locale !== pseudoLocale) return loaders[locale]()
  const [english, { pseudoMessages }] = await Promise.all([loaders.en(), import('./pseudo')])
  return pseudoMessages(english)
}
