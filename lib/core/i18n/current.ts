import 'server-only'
import { AsyncLocalStorage } from 'node:async_hooks'
import Negotiator from 'negotiator'
import { type AppLocale, defaultLocale, locales, type OfferedLocale, pseudoLocale } from './locales'

interface Shared {
  /** The installation's language, used if no other is known. */
  installation: OfferedLocale
  /** Whether browsers that ask for the pseudo-locale get it. */
  hasPseudoLocale: boolean
  scopes: AsyncLocalStorage<{ locale: AppLocale }>
}

/** One for all bundles. */
const shared = ((globalThis as { __counterfoilLanguages?: Shared }).__counterfoilLanguages ??= {
  installation: defaultLocale,
  hasPseudoLocale: false,
  scopes: new AsyncLocalStorage(),
})

/** Takes over the languages of the configuration. */
export const adoptLanguages = (settings: Pick<Shared, 'installation' | 'hasPseudoLocale'>): void =>
  void Object.assign(shared, settings)

/**
 * The language of the current request or work: the person's choice in their account, or else their browser's, or else
 * the installation's.
 */
export const currentLocale = (): AppLocale => shared.scopes.getStore()?.locale ?? shared.installation

/** The language of a person. The installation's if they chose none, or one that is no longer offered. */
export const localeFor = (chosen: AppLocale | null | undefined): AppLocale =>
  chosen && (chosen === pseudoLocale || locales.includes(chosen)) ? chosen : shared.installation

/** Runs work for a person in their language. */
export const runInLocale = <Result>(chosen: AppLocale | null, run: () => Result): Result =>
  shared.scopes.run({ locale: localeFor(chosen) }, run)

/** Handles a request in the language of its browser, until {@link chooseLocale} changes it. */
export const runInRequestLocale = <Result>(headers: Pick<Headers, 'get'>, run: () => Result): Result =>
  runInLocale(negotiated(headers.get('accept-language')), run)

/** Switches the current request to the language that its person chose, if any. */
export function chooseLocale(locale: OfferedLocale | null | undefined): void {
  const scope = shared.scopes.getStore()
  if (scope && locale) scope.locale = localeFor(locale)
}

function negotiated(accepted: string | null): AppLocale | null {
  if (!accepted) return null
  // The installation's first: programs that accept every language get it.
  const offered = new Set<string>([shared.installation, ...locales])
  if (shared.hasPseudoLocale) offered.add(pseudoLocale)
  const [best] = new Negotiator({ headers: { 'accept-language': accepted } }).languages([...offered])
  return (best as AppLocale | undefined) ?? null
}
