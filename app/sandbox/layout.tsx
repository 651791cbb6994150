import { FlaskConical } from 'lucide-react'
import { notFound } from 'next/navigation'
import { connection } from 'next/server'
import type { ReactNode } from 'react'
import { getTranslator } from '@/lib/i18n/server'
import { sandboxSettings } from '@/lib/sandbox/settings'

/** What payers see: one calm column, and above it that this is a sandbox. */
export default async function SandboxLayout({ children }: { children: ReactNode }) {
  await connection()
  if (!sandboxSettings.peek()) notFound()
  const t = getTranslator('sandbox')
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex items-center justify-center gap-2 border-b border-sandbox/40 bg-sandbox-weak px-4 py-2 text-sm text-warn">
        <FlaskConical aria-hidden size={15} className="shrink-0" />
        <p>{t('note')}</p>
      </header>
      <main className="mx-auto w-full max-w-md flex-1 px-4 py-10 max-md:py-5">{children}</main>
    </div>
  )
}
