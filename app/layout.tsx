import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { nonceHeader } from '@/lib/core/server/pages/proxy-request'
import { connection } from 'next/server'
import type { ReactNode } from 'react'
import { EarlyPressScript } from '@/components/ui/press/early-press'
import { languageAttributes } from '@/lib/core/i18n/locales'
import { pageLocale, pageTranslator } from '@/lib/core/server/i18n/page'
import { pickFrameMessages } from '@/lib/core/server/i18n/words'
import { CspNonce, Providers } from '../components/frame/providers'
// Every page loads error.tsx. Importing it here as well keeps its modules from being sent again with the shop frame
// and the pages.
// oxlint-disable-next-line import/no-unassigned-import -- Next draws it
import './error'
import './globals.css'
import { chosenTheme } from '../components/frame/account/chosen-theme'

export async function generateMetadata(): Promise<Metadata> {
  const t = await pageTranslator('common')
  const appName = t('appName')
  return {
    title: { default: appName, template: `%s · ${appName}` },
    robots: { index: false, follow: false },
    icons: ['/favicon.ico', { url: '/icon.svg', type: 'image/svg+xml' }],
    manifest: '/manifest.webmanifest',
  }
}

/** Renders every page dynamically: a static page has no nonce, so the browser would block its scripts. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  await connection()
  const [theme, locale] = await Promise.all([chosenTheme(), pageLocale()])
  const { lang, dir } = languageAttributes(locale)
  const nonce = (await headers()).get(nonceHeader) ?? undefined
  return (
    <html lang={lang} dir={dir} data-theme={theme === 'system' ? undefined : theme} suppressHydrationWarning>
      <head>
        <CspNonce nonce={nonce} />
        <EarlyPressScript nonce={nonce} />
      </head>
      <body>
        <Providers locale={locale} messages={pickFrameMessages(locale)} now={new Date()}>
          {children}
        </Providers>
      </body>
    </html>
  )
}
