import { type AppLocale, type Messages, type OfferedLocale, pseudoLocale } from './locales'

const loaders: Record<OfferedLocale, () => Promise<Messages>> = {
  en: () => import('./en').then((module) => module.en),
}

/** Loads all messages of a language in the browser. The file is loaded once and then cached. */
export async function loadMessages(locale: AppLocale): Promise<Messages> {
  if (locale !== pseudoLocale) return loaders[locale]()
  const [english, { pseudoMessages }] = await Promise.all([loaders.en(), import('./pseudo')])
  return pseudoMessages(english)
}
