import 'server-only'
import type { Metadata } from 'next'
import { visitor } from '../auth/access'
import { currentLocale } from '../../i18n/current'
import type { AppLocale } from '../../i18n/locales'
import { getTranslator, type Namespace } from '../../i18n/server'

/** Returns the language of the current page. */
export async function pageLocale(): Promise<AppLocale> {
  // While the database is away, the person is unknown. The page's own queries then report the outage.
  await visitor().catch(() => null)
  return currentLocale()
}

/** Returns a translator for what the server draws: `const t = await pageTranslator('products')`. */
export async function pageTranslator<const N extends Namespace>(namespace: N) {
  return getTranslator(namespace, await pageLocale())
}

type Translator<N extends Namespace> = Awaited<ReturnType<typeof pageTranslator<N>>>

/** The title of a page: `export const generateMetadata = titled('products', (t) => t('title'))`. */
export const titled =
  <const N extends Namespace>(namespace: N, title: (t: Translator<N>) => string) =>
  async (): Promise<Metadata> => ({ title: title(await pageTranslator(namespace)) })
